const DAY_MS = 86_400_000;
/** Hours after midnight in UTC at which a day has ended in all time zones. */
const LAST_ZONE_HOURS = 12;

export type ReportInterval = 'weekly' | 'monthly';

export interface ReportPeriod {
  /** Days, both included. */
  from: string;
  to: string;
}

const toDate = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Returns the last week (Monday to Sunday) or month that has ended in all time zones. */
export function getLastPeriod(interval: ReportInterval, now: Date): ReportPeriod {
  const ended = new Date(now.getTime() - LAST_ZONE_HOURS * 3_600_000);
  const [year, month, date] = [ended.getUTCFullYear(), ended.getUTCMonth(), ended.getUTCDate()];
  if (interval === 'monthly') return { from: toDate(Date.UTC(year, month - 1, 1)), to: toDate(Date.UTC(year, month, 0)) };
  const sunday = Date.UTC(year, month, date) - (ended.getUTCDay() || 7) * DAY_MS;
  return { from: toDate(sunday - 6 * DAY_MS), to: toDate(sunday) };
}
