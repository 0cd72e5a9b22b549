import { getWallClock, isZoneKnown, listInstants } from '@vitrine/playback';
import { WINDOWS_ZONES } from './windows-zones.ts';

const DAY_MS = 86_400_000;

/**
 * A date or a time in a calendar: the reading of a wall clock, as the epoch milliseconds that the same digits would have in UTC, and the clock's zone.
 * All-day events have dates, which belong to no zone.
 */
export interface CalendarTime {
  reading: number;
  /** IANA name; null for a date. */
  zone: string | null;
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z?))?$/;

/** Parses a value such as '2026-11-27T10:00:00'. Returns null when it is invalid. `defaultZone` applies to times without a zone or in an unknown one. */
export function parseCalendarTime(value: unknown, tzid: unknown, defaultZone: string): CalendarTime | null {
  const [, date, time, utc] = (typeof value === 'string' && TIME.exec(value)) || [];
  if (date === undefined) return null;
  const reading = Date.parse(`${date}T${time ?? '00:00:00'}Z`);
  if (Number.isNaN(reading)) return null;
  return { reading, zone: time === undefined ? null : utc === 'Z' ? 'UTC' : (findZone(tzid) ?? defaultZone) };
}

/** Returns the IANA name of a zone in a calendar, or null when it is unknown. Some programs write it behind a path, or as Windows names it. */
export function findZone(tzid: unknown): string | null {
  if (typeof tzid !== 'string' || tzid.length > 100) return null;
  const parts = tzid.split('/').filter((part) => part !== '');
  const names = [tzid, WINDOWS_ZONES.get(tzid) ?? '', parts.slice(-2).join('/'), parts.slice(-3).join('/')];
  return names.find((name) => name !== '' && isZoneKnown(name)) ?? null;
}

/**
 * Returns the instant of a time: the first one when a change of the clock repeats it, and null when a change skips it, because such a time does not exist.
 * Dates are instants at midnight in UTC.
 */
export function toInstant({ reading, zone }: CalendarTime): number | null {
  return zone === null ? reading : (listInstants(reading, zone)[0] ?? null);
}

/** Returns the reading of a clock in the zone of `like` at the instant of `time`. */
export function toReadingLike(time: CalendarTime, like: CalendarTime): number {
  if (like.zone === null || time.zone === null) return Math.floor(time.reading / DAY_MS) * DAY_MS;
  if (like.zone === time.zone) return time.reading;
  const instant = toInstant(time);
  return instant === null ? time.reading : getWallClock(instant, like.zone);
}
