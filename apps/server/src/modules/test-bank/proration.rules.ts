/** What a subscription costs: the preview and the charge are reckoned here, and nowhere else. */
import { type BankInvoiceLine, type BankPreview, CardError } from '../../platform/cards/cards.ts';
import { DAY_S, type PendingUpdate, type Price, type Subscription } from './bank-account.ts';
import { boundary } from './periods.rules.ts';

type Period = Pick<PendingUpdate, 'anchor' | 'periodStart' | 'periodEnd'>;

export interface Reckoning extends Period {
  lines: BankInvoiceLine[];
  total: number;
}

const reckoning = (period: Period, lines: BankInvoiceLine[]): Reckoning => ({
  ...period,
  lines,
  total: lines.reduce((sum, { amount }) => sum + amount, 0),
});

const line = (description: string, amount: number, periodStart: number, periodEnd: number): BankInvoiceLine => ({
  description,
  amount,
  periodStart,
  periodEnd,
});

export const wholePeriodLine = ({ planName, amount }: Price, periodStart: number, periodEnd: number): BankInvoiceLine =>
  line(planName, amount, periodStart, periodEnd);

/** Starting at a price: a first period, or a trial that costs nothing and after which the first period begins. */
export function reckonStart(price: Price, trialDays: number, now: number): Reckoning {
  if (trialDays > 0) {
    const end = now + trialDays * DAY_S;
    return reckoning({ anchor: end, periodStart: now, periodEnd: end }, [line(`Trial period for ${price.planName}`, 0, now, end)]);
  }
  const end = boundary(now, price.interval, 1);
  return reckoning({ anchor: now, periodStart: now, periodEnd: end }, [wholePeriodLine(price, now, end)]);
}

/**
 * Changing to a price at an instant of the current period. At the same interval the period stays, and what is left of it is given back at
 * the old price and paid at the new one; at another interval a whole new period begins. A trial goes on, and costs nothing.
 */
export function reckonChange(subscription: Subscription, price: Price, { at, now }: { at: number; now: number }): Reckoning {
  const { price: old, anchor, currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  if (at < start || at > Math.min(now, end)) throw new CardError('invalid_request', 'The proration date is not within the current period.');
  const same = { anchor, periodStart: start, periodEnd: end };
  if (subscription.status === 'trialing' || price.id === old.id) return reckoning(same, []);
  const part = (amount: number) => Math.round((amount * (end - at)) / (end - start));
  // No negative zero, which JSON would turn into another number than the preview's.
  const unused = line(`Unused time on ${old.planName}`, 0 - part(old.amount), at, end);
  if (price.interval === old.interval)
    return reckoning(same, [unused, line(`Remaining time on ${price.planName}`, part(price.amount), at, end)]);
  const nextEnd = boundary(at, price.interval, 1);
  return reckoning({ anchor: at, periodStart: at, periodEnd: nextEnd }, [unused, wholePeriodLine(price, at, nextEnd)]);
}

/** What of a total the credit pays, what is asked of the card, and what credit is left. A total below zero becomes credit. */
export function settleTotal(total: number, credit: number): { creditApplied: number; amountDue: number; creditLeft: number } {
  const creditApplied = Math.min(credit, total);
  return { creditApplied, amountDue: Math.max(0, total - credit), creditLeft: credit - creditApplied };
}

export function presentPreview({ lines, total, periodEnd }: Reckoning, price: Price, credit: number, prorationDate: number): BankPreview {
  const { amountDue, creditLeft } = settleTotal(total, credit);
  return {
    currency: price.currency,
    amountDue,
    credit: creditLeft,
    lines,
    nextAt: periodEnd,
    nextAmount: Math.max(0, price.amount - creditLeft),
    prorationDate,
  };
}
