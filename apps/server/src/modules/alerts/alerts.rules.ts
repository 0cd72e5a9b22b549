/**
 * Rules for when administrators are alerted. Transitions of each condition:
 *
 * - calm to alerted: the condition holds, one email is sent.
 * - alerted to alerted: its count has doubled, another email is sent, so that one screen that stays offline does not hide 500 others.
 * - alerted to calm: the condition ended, one email is sent.
 *
 * Two emails are at least the quiet minutes apart. A condition that changes faster is reported with its state at the end of that time.
 */
export interface AlertState {
  isTold: boolean;
  toldAt: Date | null;
  /** Lowest count since the last email, including the count in that email. */
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

/** Returns the change to report, if any, and the new state. */
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
