import type { ScheduleWindow } from '@vitrine/contract/schedule-windows';
import { DAY_MS, getStartOfDay, MINUTE_MS, parseMinutes } from './wall-clock.ts';

/**
 * A window is open while the reading of the clock is at or after its start and before its end. This determines what happens when clocks change: in spring,
 * skipped readings never come, so a window inside the gap does not open, and one that ends after the gap opens when the clock jumps. In autumn, a window is
 * open both times that a repeated reading comes.
 *
 * A window that crosses midnight belongs to the day on which it starts: its days, range and exceptions apply to that day only.
 */

/** Properties of a day that decide whether a window starts on it. */
export interface CalendarDay {
  /** Reading of its midnight. */
  midnight: number;
  /** YYYY-MM-DD. Dates are compared as text. */
  date: string;
  /** 0 Sunday to 6 Saturday. */
  weekday: number;
}

export function toCalendarDay(midnight: number): CalendarDay {
  const at = new Date(midnight);
  return { midnight, date: at.toISOString().slice(0, 10), weekday: at.getUTCDay() };
}

/** Returns true when a window starts on this day. A repetition that this version does not know never does. */
export function startsOn(window: ScheduleWindow, day: CalendarDay): boolean {
  const { date, weekday } = day;
  const { repeat, from = date, until = date, except = [], dates = [], weekdays = [] } = window;
  if (date < from || date > until || except.includes(date)) return false;
  switch (repeat) {
    case 'Daily':
      return true;
    case 'Once':
      return window.date === date;
    case 'Weekly':
      return weekdays.includes(weekday);
    case 'Dates':
      return dates.includes(date);
    case 'Monthly':
      return isDayOfMonth(window, day);
    default:
      return repeat === 'Yearly' && window.month === Number(date.slice(5, 7)) && isDayOfMonth(window, day);
  }
}

function isDayOfMonth({ on = { day: 0 } }: ScheduleWindow, { midnight, weekday }: CalendarDay): boolean {
  const getDayAfter = (days: number) => new Date(midnight + days * DAY_MS).getUTCDate();
  const today = getDayAfter(0);
  if ('day' in on) return on.day === -1 ? getDayAfter(1) === 1 : on.day === today;
  return weekday === on.weekday && (on.nth === -1 ? getDayAfter(7) < 8 : Math.ceil(today / 7) === on.nth);
}

interface Moment {
  reading: number;
  /** HH:mm, compared as text. */
  time: string;
  today: CalendarDay;
  yesterday: CalendarDay;
}

/** All windows and items are evaluated at the same reading, so the latest moment is cached. */
let latest: Moment | undefined;

function toMoment(reading: number): Moment {
  if (latest?.reading !== reading) {
    const midnight = getStartOfDay(reading);
    const { today, yesterday } =
      latest?.today.midnight === midnight ? latest : { today: toCalendarDay(midnight), yesterday: toCalendarDay(midnight - DAY_MS) };
    latest = { reading, time: new Date(reading).toISOString().slice(11, 16), today, yesterday };
  }
  return latest;
}

/** Returns true when the window is open at a reading of the clock. */
export function isActiveAt(window: ScheduleWindow, reading: number): boolean {
  const { startTime, endTime } = window;
  const { time, today, yesterday } = toMoment(reading);
  const isStarted = time >= startTime;
  if (startTime < endTime) return isStarted && time < endTime && startsOn(window, today);
  return (isStarted || time < endTime) && startsOn(window, isStarted ? today : yesterday);
}

/** Returns true when one of these windows is open at a reading of the clock. Null is always open. */
export const isOpenAt = (windows: readonly ScheduleWindow[] | null, reading: number): boolean =>
  windows === null || windows.some((window) => isActiveAt(window, reading));

/**
 * Lists the readings at which at least one of these windows opens, or the last one closes, for the windows that start on one day. Windows that overlap or follow
 * each other count as one.
 */
export function listOpenings(windows: readonly ScheduleWindow[], day: CalendarDay): number[] {
  const spans = windows.filter((window) => startsOn(window, day)).map(toMinutes);
  if (spans.length > 1) spans.sort(([one], [other]) => one - other);
  const minutes: number[] = [];
  for (const [start, end] of spans) {
    const last = minutes[minutes.length - 1];
    if (last === undefined || start > last) minutes.push(start, end);
    else if (end > last) minutes[minutes.length - 1] = end;
  }
  return minutes.map((minute) => day.midnight + minute * MINUTE_MS);
}

/** Returns the start and the end in minutes after the midnight before the start. */
function toMinutes({ startTime, endTime }: ScheduleWindow): [start: number, end: number] {
  const start = parseMinutes(startTime);
  const end = parseMinutes(endTime);
  return [start, end <= start ? end + 1440 : end];
}
