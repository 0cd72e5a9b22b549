import { interval, type Preview } from '@vitrine/contract';
import { type BankExtraScreens, type BankPreview, CardError } from '../../platform/cards/cards.ts';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { translateBankErrors } from '../payments/index.ts';
import type { PlanPriceRow } from '../plans/index.ts';
import { type ExtraScreens, getPeriodAmount } from './extra-screens.rules.ts';
import type { PaymentServiceDeps } from './subscribe.service.ts';
import {
  expireQuote,
  findSubscription,
  incrementDeclinedChanges,
  type SubscriptionRow,
  updateChangeKey,
  updateQuote,
} from './subscriptions.store.ts';
import { upcomingChargesOf } from './upcoming.rules.ts';

/** Time for which a quoted price of a change is valid. */
const QUOTE_TTL_MS = 30 * 60_000;

/** A subscription that can be changed at the bank. */
export type OwnSubscription = SubscriptionRow & { bank_id: string; customer_id: string };

/** Plan and extra screens that a subscription is changed to. */
export interface ChangeTarget {
  sale: PlanPriceRow;
  extraScreens: ExtraScreens | null;
}

/** A change with the price that the client was shown, and the key of its request. */
interface QuotedChange {
  prorationDate?: number;
  amount?: number;
  changeKey: string;
}

const totalOf = ({ lines }: BankPreview): number => lines.reduce((sum, { amount }) => sum + amount, 0);

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** Start of the period that renews at `nextAt`. A line of a change within the period starts later, and a trial at any day. */
function periodStartOf({ lines, nextAt }: BankPreview, running: SubscriptionRow | undefined): number {
  if (running && seconds(running.period_end) === nextAt) return running.state === 'trial' ? nextAt : seconds(running.period_start);
  const last = lines.at(-1);
  return last && last.amount > 0 ? last.periodStart : nextAt;
}

const isQuoteFor = (row: SubscriptionRow, { sale, extraScreens }: ChangeTarget): boolean =>
  row.quoted_price_id === sale.price_id && (row.quoted_extra_screens ?? 0) === (extraScreens?.quantity ?? 0);

/** Prices of changes: each change costs exactly what its payer was quoted, and is charged once. */
export function createChangeQuotes({ db, cards, clock, customers, orders, prices }: PaymentServiceDeps) {
  const requestPreview = async (
    actor: Person,
    { sale, extraScreens }: ChangeTarget,
    running: SubscriptionRow | undefined,
  ): Promise<BankPreview> => {
    const customerId = running?.customer_id ?? (await customers.find(actor.userId)) ?? null;
    const [priceId, extra] = [await translateBankErrors(prices.ensure(sale)), await ensureExtraScreens(extraScreens)];
    const trialDays = running ? 0 : sale.trial_days;
    return translateBankErrors(
      cards.preview({ customerId, subscriptionId: running?.bank_id ?? null, priceId, extraScreens: extra, trialDays }),
    );
  };

  const ensureExtraScreens = async (wanted: ExtraScreens | null): Promise<BankExtraScreens | null> => {
    if (!wanted) return null;
    await translateBankErrors(prices.ensure(wanted.sale));
    return { priceId: await translateBankErrors(prices.ensureExtraScreen(wanted.sale)), quantity: wanted.quantity };
  };

  const storeQuote = async (row: SubscriptionRow, target: ChangeTarget, quoted: BankPreview, changeKey?: string): Promise<void> => {
    const { prorationDate, amountDue: cents } = quoted;
    await updateQuote(autocommit(db), row.id, {
      priceId: target.sale.price_id,
      extraScreens: target.extraScreens?.quantity ?? 0,
      prorationDate,
      cents,
      totalCents: totalOf(quoted),
      at: clock.now(),
      changeKey,
    });
  };

  /** Refuses a change that would give money back as credit that was refunded already. `totalCents` is the sum of the change's lines. CREDIT_REFUNDED. */
  const assertCreditKept = async ({ id }: SubscriptionRow, totalCents: number, prorationDate: number): Promise<void> => {
    if (totalCents >= 0) return;
    if (-totalCents > (await orders.creditLimit(db, id, new Date(prorationDate * 1000)))) throw new AppError('CREDIT_REFUNDED');
  };

  return {
    /** Returns the caller's own subscription; administrators may not change another account's payments. NOT_FOUND, SUBSCRIPTION_GIVEN, SUBSCRIPTION_ENDED. */
    async findOwnSubscription(actor: Person, id: string): Promise<OwnSubscription> {
      const row = await findSubscription(db, id);
      if (!row || row.user_id !== actor.userId) throw new AppError('NOT_FOUND');
      if (row.source === 'given') throw new AppError('SUBSCRIPTION_GIVEN');
      const { bank_id, customer_id } = row;
      if (row.ended_at !== null || bank_id === null || customer_id === null || row.bank !== cards.name)
        throw new AppError('SUBSCRIPTION_ENDED');
      return { ...row, bank_id, customer_id };
    },

    /** Returns what starting or changing costs, and quotes the price of a change. CREDIT_REFUNDED, BANK_AWAY. */
    async quote(actor: Person, target: ChangeTarget, running: SubscriptionRow | undefined): Promise<Preview> {
      const quoted = await requestPreview(actor, target, running);
      if (running) {
        await assertCreditKept(running, totalOf(quoted), quoted.prorationDate);
        await storeQuote(running, target, quoted);
      }
      const { amountDue, credit, lines, nextAt, nextAmount, prorationDate } = quoted;
      const charged = lines.map(({ description, amount }) => ({ description, amount }));
      const upcoming = upcomingChargesOf({
        credit,
        amount: getPeriodAmount(target.sale, target.extraScreens),
        interval: interval.parse(target.sale.interval),
        periodStart: periodStartOf(quoted, running),
        nextAt,
      });
      return { amountDue, credit, currency: 'usd', lines: charged, nextAt, nextAmount, upcoming, prorationDate };
    },

    /**
     * Returns the instant from which the period is prorated: the quoted one, or now. An instant that was not quoted would let the client choose the price.
     * AMOUNT_DIFFERS.
     */
    async getQuotedProration(
      actor: Person,
      row: SubscriptionRow,
      target: ChangeTarget,
      { prorationDate, amount, changeKey }: QuotedChange,
    ): Promise<number> {
      // The same click again: the bank's key stands for the request as it was.
      if (row.change_key === changeKey && isQuoteFor(row, target) && row.quoted_proration !== null) return row.quoted_proration;
      const isValid = isQuoteFor(row, target) && row.quoted_at !== null && clock.now().getTime() - row.quoted_at.getTime() < QUOTE_TTL_MS;
      if (prorationDate !== undefined) {
        if (!isValid || row.quoted_proration !== prorationDate) throw new AppError('AMOUNT_DIFFERS');
        if (row.quoted_total_cents === null || (amount !== undefined && amount !== row.quoted_cents)) throw new AppError('AMOUNT_DIFFERS');
        await assertCreditKept(row, row.quoted_total_cents, prorationDate);
        await updateChangeKey(autocommit(db), row.id, changeKey);
        return prorationDate;
      }
      const now = await requestPreview(actor, target, row);
      if (amount !== undefined && amount !== now.amountDue) throw new AppError('AMOUNT_DIFFERS');
      await assertCreditKept(row, totalOf(now), now.prorationDate);
      await storeQuote(row, target, now, changeKey);
      return now.prorationDate;
    },

    /** Makes a change at the bank, at most once for a key. CARD_REFUSED (nothing was changed), BANK_AWAY. */
    async changeAtBank(row: OwnSubscription, target: ChangeTarget, prorationDate: number, key: string): Promise<void> {
      const [priceId, extraScreens] = [
        await translateBankErrors(prices.ensure(target.sale)),
        await ensureExtraScreens(target.extraScreens),
      ];
      try {
        await cards.changePrice(row.bank_id, { priceId, extraScreens, prorationDate }, `${key}:${row.changes_declined}`);
      } catch (error) {
        if (error instanceof CardError) await incrementDeclinedChanges(autocommit(db), row.id);
        await translateBankErrors(Promise.reject(error));
      }
      // Quotes that were made in the meantime start from the previous plan and number of screens.
      await expireQuote(autocommit(db), row.id);
    },
  };
}

export type ChangeQuotes = ReturnType<typeof createChangeQuotes>;
