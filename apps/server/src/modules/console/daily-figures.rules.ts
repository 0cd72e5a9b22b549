/** Day in UTC, such as `2026-11-23`. */
export type UtcDay = string;

const DAY_MS = 86_400_000;

export const toUtcDay = (at: Date): UtcDay => at.toISOString().slice(0, 10);

export const addDays = (day: UtcDay, days: number): UtcDay => toUtcDay(new Date(Date.parse(day) + days * DAY_MS));

/** Returns the first day of the month. */
export const getFirstOfMonth = (day: UtcDay): UtcDay => `${day.slice(0, 7)}-01`;

/** Returns this many days ending with the last one, oldest first. */
export const listDaysUntil = (last: UtcDay, count: number): UtcDay[] =>
  Array.from({ length: count }, (_, index) => addDays(last, index - count + 1));

/** Measurements of a day. */
export interface DayFigures {
  day: UtcDay;
  people: number | null;
  devices: number | null;
  storage_bytes: number | null;
  online: number | null;
  online_most: number | null;
  queued: number | null;
  queued_most: number | null;
  income_cents: number | null;
  measured_at: Date;
}

/** Returns true when the day was over at the time of measurement, so that its figures can no longer change. */
const isFinal = ({ day, measured_at: measuredAt }: DayFigures): boolean => measuredAt.getTime() >= Date.parse(day) + DAY_MS;

/** Returns the days to measure again, oldest first: days without a measurement or measured before their end. The last day is always included. */
export function listDaysToMeasure(days: readonly UtcDay[], measured: readonly DayFigures[]): UtcDay[] {
  const finalDays = new Set(measured.filter(isFinal).map(({ day }) => day));
  return days.filter((day) => !finalDays.has(day));
}

/** Computes the total at the end of each day from the current total and the number added on each day. */
export function computeDailyTotals(days: readonly UtcDay[], now: number, addedByDay: ReadonlyMap<UtcDay, number>): Map<UtcDay, number> {
  const totals = new Map<UtcDay, number>();
  for (const day of days.toReversed()) {
    const later = [...addedByDay].filter(([other]) => other > day).map(([, count]) => count);
    totals.set(day, now - later.reduce((sum, count) => sum + count, 0));
  }
  return totals;
}
