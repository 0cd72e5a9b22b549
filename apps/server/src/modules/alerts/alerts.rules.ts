/**
 * When administrators are alerted. Steps of each condition:
 *
 * - calm to alerted: the condition holds, one email is sent.
 * - alerted to alerted: its count has doubled, another email is sent, so that one screen that stays offline does not hide five hundred others.
 * - alerted to calm: the condition ended, one email is sent.
 *
 * The quiet minutes lie between two emails. A condition that changes faster is reported with its state at their end.
 */
export interface AlertState {
  isTold: boolean;
  toldAt: Date | null;
  /** Count at the time of the last email, or fewer since. */
  toldCount: number;
}

export interface Measurement {
  isBad: boolean;
  count: number;
}

export type AlertChange = 'begun' | 'grown' | 'over';

const WORSENED_FACTOR = 2;
const MINUTE_MS = 60_000;

function getAlertChange(
  { isTold: isNotified, toldAt: notifiedAt, toldCount: notifiedCount }: AlertState,
  { isBad, count }: Measurement,
  now: Date,
  quietMinutes: number,
): AlertChange | null {
  if (notifiedAt && now.getTime() - notifiedAt.getTime() < quietMinutes * MINUTE_MS) return null;
  if (isBad !== isNotified) return isBad ? 'begun' : 'over';
  return isBad && count >= notifiedCount * WORSENED_FACTOR ? 'grown' : null;
}

/** Returns the news to send, if any, and the new state. */
export function evaluateAlert(
  told: AlertState,
  found: Measurement,
  now: Date,
  quietMinutes: number,
): { news: AlertChange | null; told: AlertState } {
  const news = getAlertChange(told, found, now, quietMinutes);
  if (news) return { news, told: { isTold: news !== 'over', toldAt: now, toldCount: found.count } };
  // A condition that ended and returned within the quiet minutes counts as unchanged.
  return { news, told: { ...told, toldCount: found.isBad ? Math.min(told.toldCount, found.count) : told.toldCount } };
}

/** Space that must become free again before the alert ends, so that a log that grows and is rotated does not repeat it. */
const DISK_HYSTERESIS_PERCENT = 2;

/** Returns whether a disk with this used share, in percent, is full. */
export const isDiskFull = (used: number, percent: number, isTold: boolean): boolean =>
  used >= percent - (isTold ? DISK_HYSTERESIS_PERCENT : 0);

/** Rounded down, so that an alert at 90 is only sent when at least 90 percent are used. */
export const getPercentUsed = ({ total, free }: { total: number; free: number }): number =>
  total === 0 ? 0 : Math.floor(((total - free) / total) * 100);
