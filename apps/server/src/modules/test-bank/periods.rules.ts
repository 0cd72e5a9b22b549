import type { BankPrice } from '../../platform/cards/cards.ts';

type Interval = BankPrice['interval'];

const MONTHS: Record<Interval, number> = { month: 1, year: 12 };

/**
 * Returns when the nth period after the anchor starts, in epoch seconds. Computed from the anchor and not from the previous period, so that the 31st, which
 * is the 28th in February, is the 31st in March again. In UTC, where every day has the same length.
 */
export function getPeriodBoundary(anchor: number, interval: Interval, count: number): number {
  const from = new Date(anchor * 1000);
  const month = from.getUTCMonth() + count * MONTHS[interval];
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  return Date.UTC(from.getUTCFullYear(), month, day, from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()) / 1000;
}

/** The first boundary after an instant that is not before the anchor. */
export function getNextPeriodBoundary(anchor: number, interval: Interval, after: number): number {
  const [first, last] = [new Date(anchor * 1000), new Date(after * 1000)];
  const months = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  const count = Math.max(0, Math.floor(months / MONTHS[interval]));
  const candidate = getPeriodBoundary(anchor, interval, count);
  return candidate > after ? candidate : getPeriodBoundary(anchor, interval, count + 1);
}
