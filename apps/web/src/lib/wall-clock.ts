/** Formatting of times on a device's local clock, in 12 hours (specification 2 §2). */
import { getWallClock, type Zone } from '@vitrine/playback';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Formats `18:00` as `6:00 PM`. */
export function formatTwelveHours(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Returns the time of an instant in a zone, with the day if that is not today. */
export function formatDeviceMoment(iso: string, timeZone: Zone, now = Date.now()): string {
  // Format local times as if they were UTC, because the browser may not know the zone or its current rules.
  const read = (options: Intl.DateTimeFormatOptions, instant: number) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(getWallClock(instant, timeZone));
  const instant = Date.parse(iso);
  const time = read({ hour: 'numeric', minute: '2-digit' }, instant).replace('\u202f', ' ');
  const day = (at: number) => read({ year: 'numeric', month: '2-digit', day: '2-digit' }, at);
  if (day(instant) === day(now)) return time;
  // Within a week, the weekday is enough.
  return `${instant - now < WEEK_MS - DAY_MS ? read({ weekday: 'long' }, instant) : day(instant)} ${time}`;
}
