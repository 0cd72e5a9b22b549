import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { accountsModule } from '../accounts/index.ts';
import type { FaceOf } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { type Asked, type AskingDeps, createAsking } from './asking.ts';
import { noticeMail } from './billing.mails.ts';
import { findPayer } from './billing.read-model.ts';
import { grantOf, roleByPlan } from './given.service.ts';
import type { SaleRow } from './plans.read-model.ts';
import { type Heard, hear } from './subscription.rules.ts';
import { findByBankId, findSubscription, lockSubscription, recordOf, type SubscriptionRow, updateRecord } from './subscriptions.store.ts';
import { isRunning } from './transitions.rules.ts';

interface TruthDeps extends AskingDeps {
  clock: Clock;
  queue: Queue;
  publicUrl: string;
  entitlements: EntitlementsService;
  accounts: FaceOf<typeof accountsModule>;
}

const at = (seconds: number) => new Date(seconds * 1000);

/**
 * Makes our records agree with the bank's: asks it about a subscription, its invoices and its card, and applies what it says in one
 * transaction. Whoever wants to know calls this, the buyer's own click, an event of the bank and the job that looks again alike; called
 * twice at once it does everything once.
 */
export function createTruth(deps: TruthDeps) {
  const { db, cards, clock, queue, publicUrl, orders, entitlements, accounts } = deps;
  const ask = createAsking(deps);

  const settleOrders = async (tx: Tx, row: SubscriptionRow, { invoices, intents, settled, sale }: Asked): Promise<Map<string, string>> => {
    const orderIds = new Map(settled);
    for (const invoice of invoices.toReversed()) {
      if (invoice.status === 'draft' || settled.has(invoice.id)) continue;
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

  const tell = async (tx: Tx, { user_id }: SubscriptionRow, { notices, record }: Heard, plan: string): Promise<void> => {
    const payer = notices.length > 0 ? await findPayer(tx, user_id) : undefined;
    if (payer) for (const notice of notices) await queue.add(tx, mailJob, noticeMail(notice, payer, { plan, record, publicUrl }));
  };

  const apply = async (tx: Tx, row: SubscriptionRow, asked: Asked): Promise<Map<string, string>> => {
    // Orders only ever go forward, so an answer that was overtaken settles them too.
    const orderIds = await settleOrders(tx, row, asked);
    if (asked.turn <= row.heard) return orderIds;
    const [now, before] = [clock.now(), recordOf(row)];
    const heard = hear(before, asked.truth, now);
    const { record, grantedUntil } = heard;
    await updateRecord(tx, row.id, record, { planName: asked.sale.name, turn: asked.turn, at: now });
    const isNewPlan = isRunning(record.state) && (!isRunning(before.state) || before.priceId !== record.priceId);
    if (grantedUntil && (isRunning(before.state) || isRunning(record.state))) await grant(tx, row, asked.sale, grantedUntil, isNewPlan);
    await tell(tx, row, heard, asked.sale.name);
    return orderIds;
  };

  return {
    /** Answers the orders of the subscription's invoices by the invoice, the newest invoice being `latest`. NOT_FOUND; what the bank throws. */
    async hearOf(subscriptionId: string): Promise<{ orderIds: Map<string, string>; latest: string | undefined }> {
      const row = await findSubscription(db, subscriptionId);
      if (!row) throw new AppError('NOT_FOUND');
      if (row.bank !== cards.name || row.bank_id === null) return { orderIds: new Map(), latest: undefined };
      const asked = await ask(row, row.bank_id);
      const orderIds = await db.transaction().execute(async (tx) => {
        const locked = await lockSubscription(tx, subscriptionId);
        if (!locked) throw new AppError('NOT_FOUND');
        return apply(tx, locked, asked);
      });
      return { orderIds, latest: asked.subscription.latestInvoiceId ?? asked.invoices[0]?.id };
    },

    ofBankSubscription: (bankId: string) => findByBankId(db, cards.name, bankId),
  };
}

export type Truth = ReturnType<typeof createTruth>;
