/**
 * When administrators are told. Of each thing that is looked after:
 *
 *   calm   -> told    it is bad: a mail
 *   told   -> told    it has become twice as bad: a mail; one dark screen that nobody mends must not hide five hundred others
 *   told   -> calm    it is over: a mail
 *
 * Between two mails lie the quiet minutes, whatever happens meanwhile: what comes and goes faster than that is told by how it is when they are over.
 */
export interface AlertState {
  isTold: boolean;
  toldAt: Date | null;
  /** How many it was when it was told, or fewer since. */
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

/** What is to be told, if anything, and what is remembered of it. */
export function evaluateAlert(
  told: AlertState,
  found: Measurement,
  now: Date,
  quietMinutes: number,
): { news: AlertChange | null; told: AlertState } {
  const news = getAlertChange(told, found, now, quietMinutes);
  if (news) return { news, told: { isTold: news !== 'over', toldAt: now, toldCount: found.count } };
  // Over and back within the quiet minutes is the same as it was told.
  return { news, told: { ...told, toldCount: found.isBad ? Math.min(told.toldCount, found.count) : told.toldCount } };
}

/** Room that has to come back before a full disk is said to have some: a log that grows and is rotated is no news. */
const DISK_HYSTERESIS_PERCENT = 2;

/** Of a disk so many percent of which are used. */
export const isDiskFull = (used: number, percent: number, isTold: boolean): boolean =>
  used >= percent - (isTold ? DISK_HYSTERESIS_PERCENT : 0);

/** Rounded down, so that 90 is told where it really is 90. */
export const getPercentUsed = ({ total, free }: { total: number; free: number }): number =>
  total === 0 ? 0 : Math.floor(((total - free) / total) * 100);
