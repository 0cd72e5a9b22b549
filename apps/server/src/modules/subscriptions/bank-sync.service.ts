import type { Logger } from 'pino';
import type { BankExtraScreens, BankInvoice, BankPaymentIntent, BankSubscription, Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { accountsModule } from '../accounts/index.ts';
import type { ModuleApi } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import type { ordersModule } from '../orders/index.ts';
import { type BankPricesService, findPrice, type PlanPriceRow } from '../plans/index.ts';
import { getUsableExtraScreens, isSameExtraScreens } from './extra-screens.rules.ts';
import { getRoleForPlan, toGrant } from './granted-subscriptions.service.ts';
import { noticeMail } from './subscription-mails.presenter.ts';
import {
  applyBankState,
  type BankState,
  type SoldExtraScreens,
  type SubscriptionRecord,
  type SyncResult,
} from './subscription-state.rules.ts';
import { isRunning } from './subscription-transitions.rules.ts';
import { subscriptionChanged } from './subscriptions.events.ts';
import { findPayer } from './subscriptions.read-model.ts';
import {
  findByBankId,
  findSubscription,
  incrementRequestNumber,
  lockSubscription,
  type SubscriptionRow,
  toSubscriptionRecord,
  updateRecord,
} from './subscriptions.store.ts';

interface BankSyncDeps extends BankStateReaderDeps {
  clock: Clock;
  emit: Emit;
  queue: Queue;
  publicUrl: string;
  entitlements: EntitlementsService;
  accounts: ModuleApi<typeof accountsModule>;
}

/** Returns true when the plan, the extra screens, the state or the period changed. */
const hasVisibleChange = (before: SubscriptionRecord, after: SubscriptionRecord): boolean =>
  before.state !== after.state ||
  before.priceId !== after.priceId ||
  !isSameExtraScreens(before.extraScreens, after.extraScreens) ||
  before.periodEnd.getTime() !== after.periodEnd.getTime();

const at = (seconds: number) => new Date(seconds * 1000);

/**
 * Synchronizes our records with the bank's: queries a subscription, its invoices and its card, and applies the response in one transaction. The buyer's
 * request, an event of the bank and the periodic job all use it. Concurrent calls do everything once.
 */
export function createBankSync(deps: BankSyncDeps) {
  const { db, cards, clock, emit, queue, publicUrl, orders, entitlements, accounts } = deps;
  const ask = createBankStateReader(deps);

  const applyOrderPayments = async (
    tx: Tx,
    row: SubscriptionRow,
    { invoices, intents, ordersByInvoice, sale }: BankSnapshot,
  ): Promise<Map<string, string>> => {
    const orderIds = new Map(ordersByInvoice);
    for (const invoice of invoices.toReversed()) {
      if (invoice.status === 'draft' || ordersByInvoice.has(invoice.id)) continue;
      const { periodStart, periodEnd } = invoice.lines.at(-1) ?? { periodStart: invoice.created, periodEnd: invoice.created };
      const orderId = await orders.applyInvoicePayment(tx, {
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

  const grant = async (
    tx: Tx,
    { user_id: userId }: SubscriptionRow,
    { sale, extraDevices, endsAt, isNew }: { sale: PlanPriceRow; extraDevices: number; endsAt: Date; isNew: boolean },
  ) => {
    await entitlements.grant(tx, { ...toGrant(sale), extraDevices, userId, source: 'card', endsAt });
    const role = isNew ? getRoleForPlan(sale) : undefined;
    if (role) await accounts.setRole(tx, userId, role);
  };

  const sendNotices = async (tx: Tx, { user_id }: SubscriptionRow, { notices, record }: SyncResult, plan: string): Promise<void> => {
    const payer = notices.length > 0 ? await findPayer(tx, user_id) : undefined;
    if (payer) for (const notice of notices) await queue.add(tx, mailJob, noticeMail(notice, payer, { plan, record, publicUrl }));
  };

  const applySnapshot = async (tx: Tx, row: SubscriptionRow, asked: BankSnapshot): Promise<Map<string, string>> => {
    // Orders only ever go forward, so an answer that was overtaken settles them too.
    const orderIds = await applyOrderPayments(tx, row, asked);
    if (asked.turn <= row.heard) return orderIds;
    const [now, before] = [clock.now(), toSubscriptionRecord(row)];
    const heard = applyBankState(before, asked.bankState, now);
    const { record, grantedUntil } = heard;
    await updateRecord(tx, row.id, record, { planName: asked.sale.name, turn: asked.turn, at: now });
    if (hasVisibleChange(before, record)) await emit(tx, subscriptionChanged, { subscriptionIds: [row.id] });
    const isNewPlan = isRunning(record.state) && (!isRunning(before.state) || before.priceId !== record.priceId);
    const extraDevices = getUsableExtraScreens(record, row, now);
    if (grantedUntil && (isRunning(before.state) || isRunning(record.state)))
      await grant(tx, row, { sale: asked.sale, extraDevices, endsAt: grantedUntil, isNew: isNewPlan });
    await sendNotices(tx, row, heard, asked.sale.name);
    return orderIds;
  };

  return {
    /** Answers the orders of the subscription's invoices by the invoice, the newest invoice being `latest`. NOT_FOUND; what the bank throws. */
    async syncSubscription(subscriptionId: string): Promise<{ orderIds: Map<string, string>; latest: string | undefined }> {
      const row = await findSubscription(db, subscriptionId);
      if (!row) throw new AppError('NOT_FOUND');
      if (row.bank !== cards.name || row.bank_id === null) return { orderIds: new Map(), latest: undefined };
      const asked = await ask(row, row.bank_id);
      const orderIds = await db.transaction().execute(async (tx) => {
        const locked = await lockSubscription(tx, subscriptionId);
        if (!locked) throw new AppError('NOT_FOUND');
        return applySnapshot(tx, locked, asked);
      });
      return { orderIds, latest: asked.subscription.latestInvoiceId ?? asked.invoices[0]?.id };
    },

    syncByBankId: (bankId: string) => findByBankId(db, cards.name, bankId),
  };
}

export type BankSync = ReturnType<typeof createBankSync>;

export interface BankStateReaderDeps {
  db: Database;
  cards: Cards;
  log: Logger;
  prices: BankPricesService;
  orders: ModuleApi<typeof ordersModule>;
}

/** All responses of the bank about a subscription from one query. */
export interface BankSnapshot {
  turn: number;
  subscription: BankSubscription;
  invoices: BankInvoice[];
  /** Payment intents of invoices whose orders are not settled. */
  intents: Map<string, BankPaymentIntent>;
  /** Orders that are settled, by their invoice. */
  ordersByInvoice: Map<string, string>;
  sale: PlanPriceRow;
  bankState: BankState;
}

/** Queries the bank for everything about a subscription. Responses are numbered in the order of the queries. */
export function createBankStateReader({ db, cards, log, prices, orders }: BankStateReaderDeps) {
  const findSoldPrice = async (row: SubscriptionRow, bankPriceId: string): Promise<PlanPriceRow> => {
    const known = await prices.find(bankPriceId);
    if (known === undefined)
      log.warn({ subscription: row.id, bankPriceId }, 'the payment provider uses an unknown price; the plan was not changed');
    const sale = await findPrice(db, known ?? row.price_id ?? '');
    if (!sale) throw new Error(`The subscription ${row.id} has no price`);
    return sale;
  };

  const findSoldExtraScreens = async (row: SubscriptionRow, wanted: BankExtraScreens | null): Promise<SoldExtraScreens | null> => {
    if (!wanted) return null;
    const known = await prices.findByExtraScreen(wanted.priceId);
    const priceId = known ?? row.extra_price_id ?? row.price_id;
    if (known === undefined)
      log.warn({ subscription: row.id, bankPriceId: wanted.priceId }, 'the payment provider uses an unknown price for extra screens');
    return priceId === null ? null : { priceId, quantity: wanted.quantity };
  };

  return async function ask(row: SubscriptionRow, bankId: string): Promise<BankSnapshot> {
    const requestNumber = await incrementRequestNumber(autocommit(db), row.id);
    if (requestNumber === undefined) throw new AppError('NOT_FOUND');
    const subscription = await cards.readSubscription(bankId);
    const [invoices, card] = await Promise.all([cards.listInvoices(bankId), cards.readCard(subscription.customerId)]);
    const [settled, sale] = [await orders.listPaidInvoices(db, row.id), await findSoldPrice(row, subscription.priceId)];
    const intents = new Map<string, BankPaymentIntent>();
    for (const { id, paymentIntentId, status } of invoices)
      if (paymentIntentId !== null && !settled.has(id) && (status === 'open' || status === 'paid'))
        intents.set(id, await cards.readPaymentIntent(paymentIntentId));
    return {
      turn: requestNumber,
      subscription,
      invoices,
      intents,
      ordersByInvoice: settled,
      sale,
      bankState: {
        subscription,
        priceId: sale.price_id,
        extraScreens: await findSoldExtraScreens(row, subscription.extraScreens),
        invoices,
        card,
      },
    };
  };
}
