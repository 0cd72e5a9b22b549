import { PLAY_DAYS_MAX, type Play } from '@vitrine/contract';
import { getLocalDate } from '@vitrine/playback';
import { AppError } from '../../platform/errors.ts';

const DAY_MS = 86_400_000;

/** One row of what a device has shown. */
export interface PlayDay {
  deviceId: string;
  day: string;
  playlistId: string;
  mediaId: string;
  count: number;
  shownMs: number;
}

/** The device that a screen is, as far as counting plays needs it. */
export interface PlayingDevice {
  id: string;
  timeZone: string;
  createdAt: Date;
}

/** Returns plays of this device that are not counted yet, each number once, in the order of their numbers. */
export function newPlays(plays: readonly Play[], after: number, device: Pick<PlayingDevice, 'id'>): Play[] {
  const bySequence = new Map(plays.map((play) => [play.sequence, play]));
  return [...bySequence.values()]
    .filter(({ sequence, deviceId }) => sequence > after && deviceId === device.id)
    .toSorted((one, other) => one.sequence - other.sequence);
}

/** Time that a screen may still report as played. `at` is when it was brought up to date; null before the first report. */
export interface PlayCredit {
  ms: number;
  at: Date | null;
}

/** Given once, when a screen becomes a device: its first report may come early by the server's clock. */
const SLACK_MS = 5 * 60_000;
/** A screen's clock may run faster than the server's, so time passes for it a little faster. */
const CLOCK_TOLERANCE = 1.01;
/** Skipped items count as plays too, but a person cannot see more of them than this. */
const SHORTEST_PLAY_MS = 250;

/**
 * Limits plays to the time in which they can have happened: what has passed since the last report and what was left then.
 * It is never more than has passed since the screen became this device.
 * Plays beyond it are cut to the time that is left. Time that a screen was offline stays available until it reports, for as long as plays are kept.
 */
export function limitToElapsed(
  plays: readonly Play[],
  credit: PlayCredit,
  device: Pick<PlayingDevice, 'createdAt'>,
  now: number,
): { plays: Play[]; creditMs: number } {
  const elapsedSince = (at: Date) => Math.max(0, now - at.getTime()) * CLOCK_TOLERANCE;
  const most = Math.min(elapsedSince(device.createdAt), (PLAY_DAYS_MAX - 1) * DAY_MS) + SLACK_MS;
  let left = credit.at === null ? most : Math.min(credit.ms + elapsedSince(credit.at), most);
  const limited = plays.map((play) => {
    const takenMs = Math.max(play.shownMs, play.count * SHORTEST_PLAY_MS);
    const share = takenMs > left ? left / takenMs : 1;
    left = Math.max(0, left - takenMs);
    return { ...play, count: Math.floor(play.count * share), shownMs: Math.floor(play.shownMs * share) };
  });
  return { plays: limited.filter(({ count, shownMs }) => count > 0 || shownMs > 0), creditMs: Math.floor(left) };
}

/**
 * Sums plays by day, in the order of the table's key. A date in the future, or before the screen became this device, comes from a screen whose clock is
 * wrong: it counts on the nearest day that is possible.
 */
export function sumByDay(plays: readonly Play[], device: PlayingDevice, now: number): PlayDay[] {
  const sums = new Map<string, PlayDay>();
  const earliest = Math.max(device.createdAt.getTime(), now - (PLAY_DAYS_MAX - 1) * DAY_MS);
  for (const play of plays) {
    const startedAt = Math.min(now, Math.max(Date.parse(play.startedAt), earliest));
    const day = getLocalDate(startedAt, device.timeZone);
    const key = [day, play.playlistId, play.mediaId].join(' ');
    const sum = sums.get(key) ?? { deviceId: device.id, day, playlistId: play.playlistId, mediaId: play.mediaId, count: 0, shownMs: 0 };
    sums.set(key, { ...sum, count: sum.count + play.count, shownMs: sum.shownMs + play.shownMs });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** The days asked about: today when none are named, and one when only one is. */
export function resolveDayRange({ from, to }: { from?: string; to?: string }, today: string): { from: string; to: string } {
  const days = { from: from ?? to ?? today, to: to ?? (from && from > today ? from : today) };
  const span = (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS;
  if (span < 0) throw new AppError('INVALID', 'The end date must be after the start date.');
  if (span >= PLAY_DAYS_MAX) throw new AppError('INVALID', `You can request up to ${PLAY_DAYS_MAX} days at a time.`);
  return days;
}
