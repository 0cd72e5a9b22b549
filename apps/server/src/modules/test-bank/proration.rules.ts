/** Prices of subscriptions: previews and charges are calculated only here. */
import { type BankInvoiceLine, type BankPreview, CardError } from '../../platform/cards/cards.ts';
import { DAY_S, type PendingUpdate, type Price, type Subscription } from './bank-account.ts';
import { getPeriodBoundary } from './periods.rules.ts';

type Period = Pick<PendingUpdate, 'anchor' | 'periodStart' | 'periodEnd'>;

export interface ProratedAmounts extends Period {
  lines: BankInvoiceLine[];
  total: number;
}

const createProratedAmounts = (period: Period, lines: BankInvoiceLine[]): ProratedAmounts => ({
  ...period,
  lines,
  total: lines.reduce((sum, { amount }) => sum + amount, 0),
});

const createLine = (description: string, amount: number, periodStart: number, periodEnd: number): BankInvoiceLine => ({
  description,
  amount,
  periodStart,
  periodEnd,
});

export const createWholePeriodLine = ({ planName, amount }: Price, periodStart: number, periodEnd: number): BankInvoiceLine =>
  createLine(planName, amount, periodStart, periodEnd);

/** Starting at a price: a first period, or a trial that costs nothing and after which the first period begins. */
export function computeStartAmounts(price: Price, trialDays: number, now: number): ProratedAmounts {
  if (trialDays > 0) {
    const end = now + trialDays * DAY_S;
    return createProratedAmounts({ anchor: end, periodStart: now, periodEnd: end }, [
      createLine(`Trial period for ${price.planName}`, 0, now, end),
    ]);
  }
  const end = getPeriodBoundary(now, price.interval, 1);
  return createProratedAmounts({ anchor: now, periodStart: now, periodEnd: end }, [createWholePeriodLine(price, now, end)]);
}

/**
 * Calculates a change to a price at an instant of the current period. If the interval stays the same, the period stays, and its rest is credited at the old
 * price and charged at the new one. A different interval starts a new period. A trial continues and costs nothing.
 */
export function computeChangeAmounts(subscription: Subscription, price: Price, { at, now }: { at: number; now: number }): ProratedAmounts {
  const { price: old, anchor, currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  if (at < start || at > Math.min(now, end)) throw new CardError('invalid_request', 'The proration date is not within the current period.');
  const same = { anchor, periodStart: start, periodEnd: end };
  if (subscription.status === 'trialing' || price.id === old.id) return createProratedAmounts(same, []);
  const part = (amount: number) => Math.round((amount * (end - at)) / (end - start));
  // No negative zero, which JSON would turn into another number than the preview's.
  const unused = createLine(`Unused time on ${old.planName}`, 0 - part(old.amount), at, end);
  if (price.interval === old.interval)
    return createProratedAmounts(same, [unused, createLine(`Remaining time on ${price.planName}`, part(price.amount), at, end)]);
  const nextEnd = getPeriodBoundary(at, price.interval, 1);
  return createProratedAmounts({ anchor: at, periodStart: at, periodEnd: nextEnd }, [unused, createWholePeriodLine(price, at, nextEnd)]);
}

/** Splits a total into the part paid by credit, the amount due, and the remaining credit. A negative total becomes credit. */
export function applyCredit(total: number, credit: number): { creditApplied: number; amountDue: number; remainingCredit: number } {
  const creditApplied = Math.min(credit, total);
  return { creditApplied, amountDue: Math.max(0, total - credit), remainingCredit: credit - creditApplied };
}

export function presentPreview(
  { lines, total, periodEnd }: ProratedAmounts,
  price: Price,
  credit: number,
  prorationDate: number,
): BankPreview {
  const { amountDue, remainingCredit } = applyCredit(total, credit);
  return {
    currency: price.currency,
    amountDue,
    credit: remainingCredit,
    lines,
    nextAt: periodEnd,
    nextAmount: Math.max(0, price.amount - remainingCredit),
    prorationDate,
  };
}
