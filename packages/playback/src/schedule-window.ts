import type { Schedule } from '@vitrine/contract/schedule';
import { DAY_MS, formatDate, getStartOfDay, MINUTE_MS, parseMinutes } from './wall-clock.ts';

/**
 * A window is a matter of what the clock on the wall reads: it holds while the reading is at or
 * after the start and before the end. From that follows what happens when clocks change. In
 * spring the skipped readings never come, so a window inside the gap does not fire and one that
 * reaches out of it begins when the clock jumps. In autumn a repeated reading holds both times.
 */

/** Whether the window holds at this reading of the clock. */
export function isActiveAt(schedule: Schedule, reading: number): boolean {
  const today = getStartOfDay(reading);
  const minutes = (reading - today) / MINUTE_MS;
  const start = parseMinutes(schedule.startTime);
  const end = parseMinutes(schedule.endTime);
  if (start < end) return minutes >= start && minutes < end && startsOnDay(schedule, today);
  if (minutes >= start) return startsOnDay(schedule, today);
  // Over midnight: what is left of the window belongs to the day before.
  return minutes < end && startsOnDay(schedule, today - DAY_MS);
}

/** Whether a window starts on this day, given as the reading of its midnight. */
export function startsOnDay(schedule: Schedule, day: number): boolean {
  if (schedule.repeat === 'Once') return schedule.date === formatDate(day);
  if (schedule.repeat === 'Weekly') return schedule.weekdays?.includes(new Date(day).getUTCDay()) ?? false;
  return true;
}
