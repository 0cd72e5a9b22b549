const MINUTE_MS = 60_000;
/** Longest wait after failures, unless the interval of the source is longer. */
const MAX_BACKOFF_MS = 6 * 60 * MINUTE_MS;
/** Sources that no widget uses are fetched at most this often. */
const UNUSED_INTERVAL_MS = 24 * 60 * MINUTE_MS;
/** Part of the wait that is added at random, so that sources which were created together are fetched apart. */
const JITTER = 0.1;
/** Calendars are read completely at least this often: their documents contain the next 60 days, also while the calendar stays the same. */
const CALENDAR_READ_MS = 12 * 60 * MINUTE_MS;
/** Still images of widgets are drawn again at most this often. */
const REDRAW_INTERVAL_MS = 60 * MINUTE_MS;

export interface FetchSchedule {
  intervalMinutes: number;
  /** Consecutive failures. */
  failures: number;
  isUsed: boolean;
}

/** Returns the time until the next fetch, in milliseconds. `random` is between 0 and 1. */
export function getFetchDelay({ intervalMinutes, failures, isUsed }: FetchSchedule, random: number): number {
  const interval = Math.max(intervalMinutes * MINUTE_MS, isUsed ? 0 : UNUSED_INTERVAL_MS);
  const backoff = failures === 0 ? 0 : Math.min(MAX_BACKOFF_MS, intervalMinutes * MINUTE_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(Math.max(interval, backoff) * (1 + JITTER * random));
}

/** Returns true when the response "not modified" would leave the document out of date. */
export const isCompleteReadDue = (kind: string, parsedAt: Date | null, now: Date): boolean =>
  parsedAt === null || (kind === 'calendar' && now.getTime() - parsedAt.getTime() >= CALENDAR_READ_MS);

/** Returns when the still image of a widget is drawn again after its data changed. `isFirst`: it had no data before. `drawnAt`: null without an image. */
export const getRedrawTime = (drawnAt: Date | null, isFirst: boolean, now: Date): Date =>
  isFirst || drawnAt === null ? now : new Date(Math.max(now.getTime(), drawnAt.getTime() + REDRAW_INTERVAL_MS));
