import { type LayoutZone, PLAY_DAYS_MAX, type Play } from '@vitrine/contract';
import { getLocalDate, getMediaId, getWallClock } from '@vitrine/playback';
import { AppError } from '../../platform/errors.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Plays that count in one hour of a day. */
export interface PlayedHour {
  /** 0 to 23, in the time zone of the device. */
  hour: number;
  count: number;
  shownMs: number;
}

/** Plays of one media item in one playlist, in all zones, on a device and day. */
export interface PlayDay {
  deviceId: string;
  day: string;
  playlistId: string;
  mediaId: string;
  /** Zone in which it was shown last on this day. */
  zone: LayoutZone;
  /** Each hour once. */
  hours: PlayedHour[];
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
  /** Time for the main zone. */
  ms: number;
  /** Time for all side zones, in which several items are shown at once. */
  sideMs: number;
  at: Date | null;
}

/** Extra time granted once when a screen becomes a device, because its clock may be ahead of the server's. */
const SLACK_MS = 5 * 60_000;
/** A screen's clock may run faster than the server's, so time passes for it a little faster. */
const CLOCK_TOLERANCE = 1.01;
/** Most side zones of a layout. */
const SIDE_ZONES_MAX = 3;
/** Returns the credit of a screen that becomes a device that exists already. */
export const getInitialCredit = (now: Date): PlayCredit => ({ ms: SLACK_MS, sideMs: SLACK_MS * SIDE_ZONES_MAX, at: now });

/** Minimum time per play. Skipped items count as plays too, but not at an impossible rate. */
const SHORTEST_PLAY_MS = 250;

/**
 * Limits plays to the time in which they can have happened: the time since the last report plus the remaining credit.
 * The credit never exceeds the time since the screen became this device. For side zones, time counts three times.
 * Plays beyond the credit are reduced to it. Time that a screen was offline stays available until it reports, for as long as plays are kept.
 */
export function limitToElapsed(
  plays: readonly Play[],
  credit: PlayCredit,
  device: Pick<PlayingDevice, 'createdAt'>,
  now: number,
): { plays: Play[]; creditMs: number; sideCreditMs: number } {
  const elapsedSince = (at: Date) => Math.max(0, now - at.getTime()) * CLOCK_TOLERANCE;
  const maxMs = Math.min(elapsedSince(device.createdAt), (PLAY_DAYS_MAX - 1) * DAY_MS) + SLACK_MS;
  const getAvailable = (ms: number, zones: number) =>
    credit.at === null ? maxMs * zones : Math.min(ms + elapsedSince(credit.at) * zones, maxMs * zones);
  const remainingMs = { main: getAvailable(credit.ms, 1), side: getAvailable(credit.sideMs, SIDE_ZONES_MAX) };
  const limited = plays.map((play) => {
    const place = play.zone ? 'side' : 'main';
    const requiredMs = Math.max(play.shownMs, play.count * SHORTEST_PLAY_MS);
    const share = requiredMs > remainingMs[place] ? remainingMs[place] / requiredMs : 1;
    remainingMs[place] = Math.max(0, remainingMs[place] - requiredMs);
    return { ...play, count: Math.floor(play.count * share), shownMs: Math.floor(play.shownMs * share) };
  });
  return {
    plays: limited.filter(({ count, shownMs }) => count > 0 || shownMs > 0),
    creditMs: Math.floor(remainingMs.main),
    sideCreditMs: Math.floor(remainingMs.side),
  };
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
    const mediaId = getMediaId(play.mediaId);
    const key = [day, play.playlistId, mediaId].join(' ');
    const { playlistId, zone = 'main' } = play;
    const hours = addHours(sums.get(key)?.hours ?? [], spreadOverHours(play, getWallClock(startedAt, device.timeZone)));
    sums.set(key, { deviceId: device.id, day, playlistId, mediaId, zone, hours });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/**
 * Divides a sum of plays over the hours of its day, as if its items had been shown without a break since the first one. `wallClock` is the start in local
 * time. Time after the end of the day counts in its last hour.
 */
export function spreadOverHours({ count, shownMs }: Pick<Play, 'count' | 'shownMs'>, wallClock: number): PlayedHour[] {
  const first = new Date(wallClock).getUTCHours();
  const untilNextHour = HOUR_MS - (wallClock % HOUR_MS);
  const hours: PlayedHour[] = [];
  let done = { count: 0, shownMs: 0 };
  for (let hour = first; hour < 24 && (hour === first || done.shownMs < shownMs); hour++) {
    const end = hour === 23 ? shownMs : Math.min(shownMs, untilNextHour + (hour - first) * HOUR_MS);
    const until = { count: end === shownMs ? count : Math.round((count * end) / shownMs), shownMs: end };
    hours.push({ hour, count: until.count - done.count, shownMs: until.shownMs - done.shownMs });
    done = until;
  }
  return hours;
}

function addHours(hours: readonly PlayedHour[], more: readonly PlayedHour[]): PlayedHour[] {
  const sums = new Map(hours.map((one) => [one.hour, one]));
  for (const { hour, count, shownMs } of more) {
    const sum = sums.get(hour) ?? { count: 0, shownMs: 0 };
    sums.set(hour, { hour, count: sum.count + count, shownMs: sum.shownMs + shownMs });
  }
  return [...sums.values()].sort((one, other) => one.hour - other.hour);
}

/** Returns the days for which plays arrived so late that sums of the day may exist already. */
export const listLateDays = (sums: readonly PlayDay[], now: number): { deviceId: string; day: string }[] => {
  const since = new Date(now - DAY_MS).toISOString().slice(0, 10);
  return [...new Map(sums.filter(({ day }) => day < since).map(({ deviceId, day }) => [deviceId + day, { deviceId, day }])).values()];
};

/** Returns the requested range of days. The default is today. */
export function resolveDayRange({ from, to }: { from?: string; to?: string }, today: string): { from: string; to: string } {
  const days = { from: from ?? to ?? today, to: to ?? (from && from > today ? from : today) };
  const span = (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS;
  if (span < 0) throw new AppError('INVALID', 'The end date must be after the start date.');
  if (span >= PLAY_DAYS_MAX) throw new AppError('INVALID', `You can request up to ${PLAY_DAYS_MAX} days at a time.`);
  return days;
}
