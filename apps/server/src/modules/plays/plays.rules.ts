import { PLAY_DAYS_MAX, type Play } from '@vitrine/contract';
import { getLocalDate } from '@vitrine/playback';
import { AppError } from '../../platform/errors.ts';

const DAY_MS = 86_400_000;

/** Plays of one media item in one playlist on a device and day. */
export interface PlayDay {
  deviceId: string;
  day: string;
  playlistId: string;
  mediaId: string;
  count: number;
  shownMs: number;
}

/** Device of a screen, with the fields that counting plays requires. */
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

/** Extra time granted once when a screen becomes a device, because its clock may be ahead of the server's. */
const SLACK_MS = 5 * 60_000;
/** A screen's clock may run faster than the server's, so time passes for it a little faster. */
const CLOCK_TOLERANCE = 1.01;
/** Minimum time per play. Skipped items count as plays too, but not at an impossible rate. */
const SHORTEST_PLAY_MS = 250;

/**
 * Limits plays to the time in which they can have happened: the time since the last report plus the remaining credit.
 * The credit never exceeds the time since the screen became this device.
 * Plays beyond the credit are reduced to it. Time that a screen was offline stays available until it reports, for as long as plays are kept.
 */
export function limitToElapsed(
  plays: readonly Play[],
  credit: PlayCredit,
  device: Pick<PlayingDevice, 'createdAt'>,
  now: number,
): { plays: Play[]; creditMs: number } {
  const elapsedSince = (at: Date) => Math.max(0, now - at.getTime()) * CLOCK_TOLERANCE;
  const maxMs = Math.min(elapsedSince(device.createdAt), (PLAY_DAYS_MAX - 1) * DAY_MS) + SLACK_MS;
  let remainingMs = credit.at === null ? maxMs : Math.min(credit.ms + elapsedSince(credit.at), maxMs);
  const limited = plays.map((play) => {
    const requiredMs = Math.max(play.shownMs, play.count * SHORTEST_PLAY_MS);
    const share = requiredMs > remainingMs ? remainingMs / requiredMs : 1;
    remainingMs = Math.max(0, remainingMs - requiredMs);
    return { ...play, count: Math.floor(play.count * share), shownMs: Math.floor(play.shownMs * share) };
  });
  return { plays: limited.filter(({ count, shownMs }) => count > 0 || shownMs > 0), creditMs: Math.floor(remainingMs) };
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

/** Returns the requested range of days. The default is today. */
export function resolveDayRange({ from, to }: { from?: string; to?: string }, today: string): { from: string; to: string } {
  const days = { from: from ?? to ?? today, to: to ?? (from && from > today ? from : today) };
  const span = (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS;
  if (span < 0) throw new AppError('INVALID', 'The end date must be after the start date.');
  if (span >= PLAY_DAYS_MAX) throw new AppError('INVALID', `You can request up to ${PLAY_DAYS_MAX} days at a time.`);
  return days;
}
