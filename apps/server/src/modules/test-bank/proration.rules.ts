/** Prices of subscriptions: previews and charges are calculated only here. */
import { type BankInvoiceLine, type BankPreview, CardError } from '../../platform/cards/cards.ts';
import { DAY_S, type ExtraScreens, type PendingUpdate, type Price, type Subscription } from './bank-account.ts';
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

/** The plan and the extra screens that a subscription is billed for. */
export interface BilledItems {
  price: Price;
  extraScreens?: ExtraScreens | null;
}

interface BilledItem {
  /** Identifies the price and the quantity. */
  key: string;
  name: string;
  /** Amount for a whole period. */
  amount: number;
}

const listItems = ({ price, extraScreens }: BilledItems): BilledItem[] => [
  { key: price.id, name: price.planName, amount: price.amount },
  ...(extraScreens
    ? [
        {
          key: `${extraScreens.quantity} ${extraScreens.price.id}`,
          name: `${extraScreens.quantity} × ${extraScreens.price.planName}`,
          amount: extraScreens.quantity * extraScreens.price.amount,
        },
      ]
    : []),
];

/** Amount of a whole period. */
export const getPeriodAmount = (items: BilledItems): number => listItems(items).reduce((sum, { amount }) => sum + amount, 0);

export const createWholePeriodLines = (items: BilledItems, periodStart: number, periodEnd: number): BankInvoiceLine[] =>
  listItems(items).map(({ name, amount }) => createLine(name, amount, periodStart, periodEnd));

/** Starting at a price: a first period, or a trial that costs nothing and after which the first period begins. */
export function computeStartAmounts(price: Price, trialDays: number, now: number): ProratedAmounts {
  if (trialDays > 0) {
    const end = now + trialDays * DAY_S;
    return createProratedAmounts({ anchor: end, periodStart: now, periodEnd: end }, [
      createLine(`Trial period for ${price.planName}`, 0, now, end),
    ]);
  }
  const end = getPeriodBoundary(now, price.interval, 1);
  return createProratedAmounts({ anchor: now, periodStart: now, periodEnd: end }, createWholePeriodLines({ price }, now, end));
}

/**
 * Calculates a change to other items at an instant of the current period. If the interval stays the same, the period stays, and the rest of each changed
 * item is credited at the old price and charged at the new one. A different interval starts a new period. A trial continues and costs nothing.
 */
export function computeChangeAmounts(
  subscription: Subscription,
  wanted: BilledItems,
  { at, now }: { at: number; now: number },
): ProratedAmounts {
  const { anchor, currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  if (at < start || at > Math.min(now, end)) throw new CardError('invalid_request', 'The proration date is not within the current period.');
  const same = { anchor, periodStart: start, periodEnd: end };
  if (subscription.status === 'trialing') return createProratedAmounts(same, []);
  const part = (amount: number) => Math.round((amount * (end - at)) / (end - start));
  // No negative zero, which JSON would turn into another number than the preview's.
  const createUnusedLine = ({ name, amount }: BilledItem) => createLine(`Unused time on ${name}`, 0 - part(amount), at, end);
  const [before, after] = [listItems(subscription), listItems(wanted)];
  if (wanted.price.interval !== subscription.price.interval) {
    const nextEnd = getPeriodBoundary(at, wanted.price.interval, 1);
    const lines = [...before.map(createUnusedLine), ...createWholePeriodLines(wanted, at, nextEnd)];
    return createProratedAmounts({ anchor: at, periodStart: at, periodEnd: nextEnd }, lines);
  }
  const isIn = (items: BilledItem[], { key }: BilledItem) => items.some((item) => item.key === key);
  return createProratedAmounts(same, [
    ...before.filter((item) => !isIn(after, item)).map(createUnusedLine),
    ...after
      .filter((item) => !isIn(before, item))
      .map(({ name, amount }) => createLine(`Remaining time on ${name}`, part(amount), at, end)),
  ]);
}

/** Splits a total into the part paid by credit, the amount due, and the remaining credit. A negative total becomes credit. */
export function applyCredit(total: number, credit: number): { creditApplied: number; amountDue: number; remainingCredit: number } {
  const creditApplied = Math.min(credit, total);
  return { creditApplied, amountDue: Math.max(0, total - credit), remainingCredit: credit - creditApplied };
}

export function presentPreview(
  { lines, total, periodEnd }: ProratedAmounts,
  items: BilledItems,
  credit: number,
  prorationDate: number,
): BankPreview {
  const { amountDue, remainingCredit } = applyCredit(total, credit);
  return {
    currency: items.price.currency,
    amountDue,
    credit: remainingCredit,
    lines,
    nextAt: periodEnd,
    nextAmount: Math.max(0, getPeriodAmount(items) - remainingCredit),
    prorationDate,
  };
}
