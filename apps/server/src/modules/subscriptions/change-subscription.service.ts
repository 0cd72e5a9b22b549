import { interval, type Preview, type Subscribed, type Subscription } from '@vitrine/contract';
import { type BankPreview, CardError } from '../../platform/cards/cards.ts';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Person } from '../access/index.ts';
import { translateBankErrors } from '../payments/index.ts';
import { assertOfferUnchanged, findPurchasablePrice, type PlanPriceRow } from '../plans/index.ts';
import type { PaymentServiceDeps } from './subscribe.service.ts';
import {
  findRunningByCard,
  findSubscription,
  incrementDeclinedChanges,
  type SubscriptionRow,
  updateChangeKey,
  updateQuote,
} from './subscriptions.store.ts';
import { upcomingChargesOf } from './upcoming.rules.ts';

interface Change {
  items: { price: string; metadata?: object }[];
  userId?: string;
  planId?: string;
  prorationDate?: number;
  amount?: number;
  idempotencyKey?: string;
}

/** Time for which a quoted price of a change is valid. */
const QUOTE_TTL_MS = 30 * 60_000;

const totalOf = ({ lines }: BankPreview): number => lines.reduce((sum, { amount }) => sum + amount, 0);

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** Start of the period that renews at `nextAt`. A line of a change within the period starts later, and a trial at any day. */
function periodStartOf({ lines, nextAt }: BankPreview, running: SubscriptionRow | undefined): number {
  if (running && seconds(running.period_end) === nextAt) return running.state === 'trial' ? nextAt : seconds(running.period_start);
  const last = lines.at(-1);
  return last && last.amount > 0 ? last.periodStart : nextAt;
}

/** Changes by the payer of a running subscription: another plan, another card, cancelling, and resuming. */
export function createChangeSubscriptionService({
  db,
  cards,
  clock,
  customers,
  orders,
  prices,
  withLease,
  bankSync,
  loader,
}: PaymentServiceDeps) {
  /** Returns the caller's own subscription; administrators may not change another account's payments. NOT_FOUND, SUBSCRIPTION_GIVEN, SUBSCRIPTION_ENDED. */
  const findOwnSubscription = async (actor: Person, id: string): Promise<SubscriptionRow & { bank_id: string; customer_id: string }> => {
    const row = await findSubscription(db, id);
    if (!row || row.user_id !== actor.userId) throw new AppError('NOT_FOUND');
    if (row.source === 'given') throw new AppError('SUBSCRIPTION_GIVEN');
    const { bank_id, customer_id } = row;
    if (row.ended_at !== null || bank_id === null || customer_id === null || row.bank !== cards.name)
      throw new AppError('SUBSCRIPTION_ENDED');
    return { ...row, bank_id, customer_id };
  };

  const findPriceForSale = async (actor: Person, priceId: string): Promise<PlanPriceRow> => {
    const sale = await findPurchasablePrice(db, priceId, actor.userId);
    if (!sale) throw new AppError('PLAN_UNKNOWN');
    return sale;
  };

  const isChangeable = ({ state }: SubscriptionRow) => state === 'active' || state === 'trial';

  const syncFromBank = async (id: string): Promise<Subscription> => {
    await translateBankErrors(bankSync.syncSubscription(id));
    return loader.loadById(id);
  };

  const requestPreview = async (actor: Person, sale: PlanPriceRow, running: SubscriptionRow | undefined): Promise<BankPreview> => {
    const customerId = running?.customer_id ?? (await customers.find(actor.userId)) ?? null;
    const priceId = await translateBankErrors(prices.ensure(sale));
    return translateBankErrors(
      cards.preview({ customerId, subscriptionId: running?.bank_id ?? null, priceId, trialDays: running ? 0 : sale.trial_days }),
    );
  };

  const storeQuote = async (row: SubscriptionRow, sale: PlanPriceRow, told: BankPreview, changeKey?: string): Promise<void> => {
    const { prorationDate, amountDue: cents } = told;
    const quoted = { priceId: sale.price_id, prorationDate, cents, totalCents: totalOf(told), at: clock.now(), changeKey };
    await updateQuote(autocommit(db), row.id, quoted);
  };

  /** Refuses a change that would give money back as credit that was refunded already. `totalCents` is the sum of the change's lines. CREDIT_REFUNDED. */
  const assertCreditKept = async ({ id }: SubscriptionRow, totalCents: number, prorationDate: number): Promise<void> => {
    if (totalCents >= 0) return;
    if (-totalCents > (await orders.creditLimit(db, id, new Date(prorationDate * 1000)))) throw new AppError('CREDIT_REFUNDED');
  };

  /**
   * Returns the instant from which the period is prorated: the quoted one, or now. An instant that was not quoted would let the client choose the price.
   * AMOUNT_DIFFERS.
   */
  const getQuotedProration = async (
    actor: Person,
    row: SubscriptionRow,
    sale: PlanPriceRow,
    { prorationDate, amount }: Change,
    changeKey: string,
  ): Promise<number> => {
    // The same click again: the bank's key stands for the request as it was.
    if (row.change_key === changeKey && row.quoted_price_id === sale.price_id && row.quoted_proration !== null) return row.quoted_proration;
    const isTold =
      row.quoted_price_id === sale.price_id && row.quoted_at !== null && clock.now().getTime() - row.quoted_at.getTime() < QUOTE_TTL_MS;
    if (prorationDate !== undefined) {
      if (!isTold || row.quoted_proration !== prorationDate) throw new AppError('AMOUNT_DIFFERS');
      if (row.quoted_total_cents === null || (amount !== undefined && amount !== row.quoted_cents)) throw new AppError('AMOUNT_DIFFERS');
      await assertCreditKept(row, row.quoted_total_cents, prorationDate);
      await updateChangeKey(autocommit(db), row.id, changeKey);
      return prorationDate;
    }
    const now = await requestPreview(actor, sale, row);
    if (amount !== undefined && amount !== now.amountDue) throw new AppError('AMOUNT_DIFFERS');
    await assertCreditKept(row, totalOf(now), now.prorationDate);
    await storeQuote(row, sale, now, changeKey);
    return now.prorationDate;
  };

  return {
    /** Returns what starting or changing costs, now and later, as the bank computes it. PLAN_UNKNOWN, CREDIT_REFUNDED, BANK_AWAY. */
    async preview(actor: Person, priceId: string): Promise<Preview> {
      const sale = await findPriceForSale(actor, priceId);
      const found = await findRunningByCard(db, actor.userId);
      const running = found && isChangeable(found) ? found : undefined;
      const told = await requestPreview(actor, sale, running);
      if (running) {
        await assertCreditKept(running, totalOf(told), told.prorationDate);
        await storeQuote(running, sale, told);
      }
      const { amountDue, credit, lines, nextAt, nextAmount, prorationDate } = told;
      const charged = lines.map(({ description, amount }) => ({ description, amount }));
      const upcoming = upcomingChargesOf({
        credit,
        amount: sale.amount_cents,
        interval: interval.parse(sale.interval),
        periodStart: periodStartOf(told, running),
        nextAt,
      });
      return { amountDue, credit, currency: 'usd', lines: charged, nextAt, nextAmount, upcoming, prorationDate };
    },

    /** PLAN_UNKNOWN, PLAN_CHANGED, SAME_PLAN, AMOUNT_DIFFERS, CREDIT_REFUNDED, CARD_REFUSED (nothing was changed), PAYMENT_BUSY, BANK_AWAY. */
    async change(actor: Person, id: string, change: Change): Promise<Subscribed> {
      if (change.userId !== undefined && change.userId !== actor.userId) throw new AppError('NOT_FOUND');
      await findOwnSubscription(actor, id);
      const sale = await findPriceForSale(actor, change.items[0]?.price ?? '');
      assertOfferUnchanged(sale, { items: change.items, ...(change.planId !== undefined && { planId: change.planId }) });
      return withLease(id, async () => {
        const row = await findOwnSubscription(actor, id);
        const changeKey = change.idempotencyKey ?? newId();
        if (row.price_id === sale.price_id) {
          if (row.change_key !== changeKey) throw new AppError('SAME_PLAN');
          return loader.loadPurchaseResult(id, await translateBankErrors(bankSync.syncSubscription(id)));
        }
        if (!isChangeable(row)) throw new AppError(row.state === 'cancelled' ? 'SUBSCRIPTION_ENDED' : 'PAYMENT_BUSY');
        const prorationDate = await getQuotedProration(actor, row, sale, change, changeKey);
        const priceId = await translateBankErrors(prices.ensure(sale));
        try {
          await cards.changePrice(row.bank_id, { priceId, prorationDate }, `change:${id}:${changeKey}:${row.changes_declined}`);
        } catch (error) {
          if (error instanceof CardError) await incrementDeclinedChanges(autocommit(db), id);
          await translateBankErrors(Promise.reject(error));
        }
        return loader.loadPurchaseResult(id, await translateBankErrors(bankSync.syncSubscription(id)));
      });
    },

    /** At the end of what is paid. */
    async cancel(actor: Person, id: string): Promise<Subscription> {
      const { bank_id } = await findOwnSubscription(actor, id);
      await translateBankErrors(cards.setCancelAtPeriodEnd(bank_id, true));
      return syncFromBank(id);
    },

    async resume(actor: Person, id: string): Promise<Subscription> {
      const { bank_id } = await findOwnSubscription(actor, id);
      await translateBankErrors(cards.setCancelAtPeriodEnd(bank_id, false));
      return syncFromBank(id);
    },

    /** And pays with it at once what a card before it could not. CARD_REFUSED. */
    async changeCard(actor: Person, id: string, paymentMethodId: string): Promise<Subscription> {
      // Check the permission first, so that unauthorized callers do not wait for the lock.
      await findOwnSubscription(actor, id);
      return withLease(id, async () => {
        const { bank_id, customer_id } = await findOwnSubscription(actor, id);
        await translateBankErrors(cards.attachPaymentMethod(customer_id, paymentMethodId));
        const { status, latestInvoiceId } = await translateBankErrors(cards.readSubscription(bank_id));
        const isOwed = latestInvoiceId !== null && (status === 'past_due' || status === 'unpaid');
        try {
          if (isOwed && (await translateBankErrors(cards.readInvoice(latestInvoiceId))).status === 'open')
            await translateBankErrors(cards.payInvoice(latestInvoiceId, `pay:${latestInvoiceId}:${paymentMethodId}`));
        } finally {
          await translateBankErrors(bankSync.syncSubscription(id));
        }
        return loader.loadById(id);
      });
    },
  };
}

export type ChangeSubscriptionService = ReturnType<typeof createChangeSubscriptionService>;
