import type { HoursRange, OperatingHours } from '@vitrine/contract/operating-hours';
import type { ScheduleWindow } from '@vitrine/contract/schedule-windows';
import { isOpenAt } from './schedule-window.ts';
import { getWallClock, isInTable, isZoneKnown, type Zone } from './wall-clock.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Checks the form of a range, because another version may have stored or sent the settings. */
const isRange = ({ startTime, endTime }: HoursRange): boolean => TIME.test(startTime) && TIME.test(endTime);

const isDate = (date: string): boolean => DATE.test(date);

/**
 * Returns operating hours as windows. On the date of an exception, its ranges replace those of the week. As with schedules, a range that crosses midnight
 * belongs to the day on which it starts. Throws for settings of an unknown form.
 */
export function toHoursWindows({ week, exceptions }: OperatingHours): ScheduleWindow[] {
  const except = exceptions.map(({ date }) => date);
  const windows: ScheduleWindow[] = [
    ...week.map((range) => ({ ...range, repeat: 'Weekly' as const, except })),
    ...exceptions.flatMap(({ date, ranges }) => ranges.map((range) => ({ ...range, repeat: 'Once' as const, date }))),
  ];
  const isKnown = week.length > 0 && windows.every(isRange) && week.every(({ weekdays }) => weekdays.length > 0) && except.every(isDate);
  if (!isKnown) throw new Error('unknown form of operating hours');
  return windows;
}

/** Returns false when the local time in the zone is unknown: neither the server's table nor this runtime has its rules. */
const isZoneReliable = (zone: Zone, now: number): boolean =>
  typeof zone === 'string' ? isZoneKnown(zone) : isZoneKnown(zone.timeZone) || Boolean(zone.utcOffsets && isInTable(zone.utcOffsets, now));

/** Returns the windows in which a screen is on; null when it is always on. A damaged setting or an unknown time zone also keeps it always on. */
export function listHoursWindows(hours: readonly OperatingHours[] | undefined, zone: Zone, now: number): ScheduleWindow[] | null {
  try {
    return hours && hours.length > 0 && isZoneReliable(zone, now) ? hours.flatMap(toHoursWindows) : null;
  } catch {
    return null;
  }
}

/** Returns true when a screen is on: always without hours, otherwise while at least one of them is in effect. */
export function isOperatingAt(hours: readonly OperatingHours[] | undefined, zone: Zone, now: number): boolean {
  const windows = listHoursWindows(hours, zone, now);
  return windows === null || isOpenAt(windows, getWallClock(now, zone));
}
