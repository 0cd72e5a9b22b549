import type { Logger } from 'pino';
import type { BankInvoice, BankPaymentIntent, BankSubscription, Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { accountsModule } from '../accounts/index.ts';
import type { FaceOf } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import type { ordersModule } from '../orders/index.ts';
import type { BankPrices } from './bank-prices.ts';
import { noticeMail } from './billing.mails.ts';
import { findPayer } from './billing.read-model.ts';
import { grantOf, roleByPlan } from './given.service.ts';
import { findSold, type SaleRow } from './plans.read-model.ts';
import { type BankTruth, hear } from './subscription.rules.ts';
import {
  findByBankId,
  findSubscription,
  lockSubscription,
  recordOf,
  type SubscriptionRow,
  takeTurn,
  updateRecord,
} from './subscriptions.store.ts';
import { isRunning } from './transitions.rules.ts';

export interface TruthDeps {
  db: Database;
  cards: Cards;
  clock: Clock;
  log: Logger;
  queue: Queue;
  publicUrl: string;
  prices: BankPrices;
  orders: FaceOf<typeof ordersModule>;
  entitlements: EntitlementsService;
  accounts: FaceOf<typeof accountsModule>;
}

/** All that the bank was asked at once about a subscription. */
interface Asked {
  turn: number;
  subscription: BankSubscription;
  invoices: BankInvoice[];
  /** Of the invoices whose orders are not settled yet. */
  intents: Map<string, BankPaymentIntent>;
  sale: SaleRow;
  truth: BankTruth;
}

const at = (seconds: number) => new Date(seconds * 1000);

/**
 * Makes our records agree with the bank's: asks it about a subscription, its invoices and its card, and applies what it says in one
 * transaction. Whoever wants to know calls this, the buyer's own click, an event of the bank and the job that looks again alike; called
 * twice at once it does everything once.
 */
export function createTruth(deps: TruthDeps) {
  const { db, cards, clock, log, queue, publicUrl, prices, orders, entitlements, accounts } = deps;

  const soldAt = async (row: SubscriptionRow, bankPriceId: string): Promise<SaleRow> => {
    const known = await prices.find(bankPriceId);
    if (known === undefined)
      log.warn({ subscription: row.id, bankPriceId }, 'the bank charges a price that is none of ours: the plan is left as it was');
    const sale = await findSold(db, known ?? row.price_id ?? '');
    if (!sale) throw new Error(`The subscription ${row.id} has no price`);
    return sale;
  };

  const ask = async (row: SubscriptionRow, bankId: string): Promise<Asked> => {
    const turn = await takeTurn(autocommit(db), row.id);
    if (turn === undefined) throw new AppError('NOT_FOUND');
    const subscription = await cards.readSubscription(bankId);
    const [invoices, card, settled, sale] = [
      await cards.listInvoices(bankId),
      await cards.readCard(subscription.customerId),
      await orders.listPaidInvoices(db, row.id),
      await soldAt(row, subscription.priceId),
    ];
    const intents = new Map<string, BankPaymentIntent>();
    for (const { id, paymentIntentId, status } of invoices)
      if (paymentIntentId !== null && !settled.has(id) && (status === 'open' || status === 'paid'))
        intents.set(id, await cards.readPaymentIntent(paymentIntentId));
    return { turn, subscription, invoices, intents, sale, truth: { subscription, priceId: sale.price_id, invoices, card } };
  };

  const settleOrders = async (tx: Tx, row: SubscriptionRow, { invoices, intents, sale }: Asked): Promise<Map<string, string>> => {
    const orderIds = new Map<string, string>();
    if (row.bank === null) return orderIds;
    for (const invoice of invoices.toReversed()) {
      if (invoice.status === 'draft') continue;
      const { periodStart, periodEnd } = invoice.lines.at(-1) ?? { periodStart: invoice.created, periodEnd: invoice.created };
      const orderId = await orders.settleInvoice(tx, {
        bank: cards.name,
        invoice,
        intent: intents.get(invoice.id) ?? null,
        userId: row.user_id,
        subscriptionId: row.id,
        description: `${sale.name}, ${sale.interval === 'year' ? 'yearly' : 'monthly'}`,
        period: { from: at(periodStart), until: at(periodEnd) },
      });
      orderIds.set(invoice.id, orderId);
    }
    return orderIds;
  };

  const grant = async (tx: Tx, { user_id: userId }: SubscriptionRow, sale: SaleRow, endsAt: Date, isNew: boolean) => {
    await entitlements.grant(tx, { ...grantOf(sale), userId, source: 'card', endsAt });
    const role = isNew ? roleByPlan(sale) : undefined;
    if (role) await accounts.setRole(tx, userId, role);
  };

  const apply = (row: SubscriptionRow, asked: Asked) =>
    db.transaction().execute(async (tx) => {
      const locked = await lockSubscription(tx, row.id);
      if (!locked) throw new AppError('NOT_FOUND');
      // Orders only ever go forward, so an answer that was overtaken settles them too.
      const orderIds = await settleOrders(tx, locked, asked);
      if (asked.turn <= locked.heard) return orderIds;
      const now = clock.now();
      const before = recordOf(locked);
      const { record, notices, grantedUntil } = hear(before, asked.truth, now);
      await updateRecord(tx, row.id, record, { planName: asked.sale.name, turn: asked.turn, at: now });
      const isNewPlan = isRunning(record.state) && (!isRunning(before.state) || before.priceId !== record.priceId);
      if (grantedUntil && (isRunning(before.state) || isRunning(record.state)))
        await grant(tx, locked, asked.sale, grantedUntil, isNewPlan);
      const payer = notices.length > 0 ? await findPayer(tx, row.user_id) : undefined;
      if (payer)
        for (const notice of notices) await queue.add(tx, mailJob, noticeMail(notice, payer, { plan: asked.sale.name, record, publicUrl }));
      return orderIds;
    });

  return {
    /** Answers the orders of the subscription's invoices by the invoice, the newest invoice being `latest`. NOT_FOUND; what the bank throws. */
    async hearOf(subscriptionId: string): Promise<{ orderIds: Map<string, string>; latest: string | undefined }> {
      const row = await findSubscription(db, subscriptionId);
      if (!row) throw new AppError('NOT_FOUND');
      if (row.bank !== cards.name || row.bank_id === null) return { orderIds: new Map(), latest: undefined };
      const asked = await ask(row, row.bank_id);
      return { orderIds: await apply(row, asked), latest: asked.subscription.latestInvoiceId ?? asked.invoices[0]?.id };
    },

    ofBankSubscription: (bankId: string) => findByBankId(db, cards.name, bankId),
  };
}

export type Truth = ReturnType<typeof createTruth>;
