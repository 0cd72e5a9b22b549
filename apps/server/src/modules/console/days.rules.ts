/** Days as the overview has them: `2026-11-23`, in UTC. */
export type Day = string;

const DAY_MS = 86_400_000;

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

export const dayAfter = (day: Day, days: number): Day => dayOf(new Date(Date.parse(day) + days * DAY_MS));

/** The first of its month. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** So many days that end with this one, the oldest first. */
export const daysUntil = (last: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => dayAfter(last, index - count + 1));

/** What was measured of a day. */
export interface DayFigures {
  day: Day;
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

/** Whether nothing more comes to what was measured of a day: it was over by then. */
const isSettled = ({ day, measured_at: measuredAt }: DayFigures): boolean => measuredAt.getTime() >= Date.parse(day) + DAY_MS;

/** The days that have to be looked at again, the oldest first: those nobody measured or not to their end. The last one always is. */
export function unsettled(days: readonly Day[], measured: readonly DayFigures[]): Day[] {
  const settled = new Set(measured.filter(isSettled).map(({ day }) => day));
  return days.filter((day) => !settled.has(day));
}

/** How many there were at the end of each day, from how many there are now and how many came on each day. */
export function totalsOf(days: readonly Day[], now: number, came: ReadonlyMap<Day, number>): Map<Day, number> {
  const totals = new Map<Day, number>();
  for (const day of days.toReversed()) {
    const later = [...came].filter(([other]) => other > day).map(([, count]) => count);
    totals.set(day, now - later.reduce((sum, count) => sum + count, 0));
  }
  return totals;
}
