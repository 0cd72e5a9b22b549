/** Formatting of times on a device's local clock, in 12 hours (specification 2 §2). */
import { getWallClock, toLocalDateTime, type Zone } from '@vitrine/playback';
import { WEEKDAYS } from '../ui/weekday-names.ts';
import { formatDay } from './format.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Formats `18:00` as `6:00 PM`. */
export function formatTwelveHours(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Formats `14:00` and `18:00` as `2:00 PM–6:00 PM`. An end before the start is on the next day. */
export const formatTimeRange = (start: string, end: string): string =>
  `${formatTwelveHours(start)}–${formatTwelveHours(end)}${end < start ? ' the next day' : ''}`;

/** Formats weekdays, 0 is Sunday: `Sun, Sat`. Three or more in a row are a range: `Mon–Fri`. */
export function formatWeekdays(days: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of days.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const nameOf = (day: number | undefined) => WEEKDAYS[day ?? 0] ?? '';
  return runs.flatMap((run) => (run.length > 2 ? `${nameOf(run[0])}–${nameOf(run.at(-1))}` : run.map(nameOf))).join(', ');
}

/** Reads the clock of this browser, as the epoch milliseconds that the same digits would have in UTC. */
export const readBrowserClock = (now = Date.now()): number => now - new Date(now).getTimezoneOffset() * 60_000;

/** Returns the date and time of an instant in a zone: `12/24/2026 6:00 PM`. */
export function formatDeviceDateTime(iso: string, timeZone: Zone): string {
  const { date, time } = toLocalDateTime(Date.parse(iso), timeZone);
  return `${formatDay(date)} ${formatTwelveHours(time)}`;
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
