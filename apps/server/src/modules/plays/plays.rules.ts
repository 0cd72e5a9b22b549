import { PLAY_DAYS_MAX, type Play } from '@vitrine/contract';
import { dayOf } from '@vitrine/playback';
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

/**
 * Those that are new and this device's, summed by day, in the order of the table's key. A date that cannot be, from a screen
 * whose clock nobody could set right, counts on the nearest day that can.
 */
export function sumByDay(plays: readonly Play[], after: number, device: { id: string; timeZone: string }, now: number): PlayDay[] {
  const fresh = new Map(plays.filter(({ sequence }) => sequence > after).map((play) => [play.sequence, play]));
  const sums = new Map<string, PlayDay>();
  for (const play of fresh.values()) {
    if (play.deviceId !== device.id) continue;
    const startedAt = Math.min(now, Math.max(Date.parse(play.startedAt), now - (PLAY_DAYS_MAX - 1) * DAY_MS));
    const day = dayOf(startedAt, device.timeZone);
    const key = [day, play.playlistId, play.mediaId].join(' ');
    const sum = sums.get(key) ?? { deviceId: device.id, day, playlistId: play.playlistId, mediaId: play.mediaId, count: 0, shownMs: 0 };
    sums.set(key, { ...sum, count: sum.count + play.count, shownMs: sum.shownMs + play.shownMs });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** The days asked about: today when none are named, and one when only one is. */
export function daysAsked({ from, to }: { from?: string; to?: string }, today: string): { from: string; to: string } {
  const days = { from: from ?? to ?? today, to: to ?? (from && from > today ? from : today) };
  const span = (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS;
  if (span < 0) throw new AppError('INVALID', 'The last day lies before the first.');
  if (span >= PLAY_DAYS_MAX) throw new AppError('INVALID', `At most ${PLAY_DAYS_MAX} days can be asked about at once.`);
  return days;
}
