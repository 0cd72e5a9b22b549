/**
 * Conversions between instants and readings of a wall clock. A reading is the epoch milliseconds that the same digits would have in UTC, so that
 * calendar arithmetic on it involves no time zone. All instants are epoch milliseconds.
 */
import type { UtcOffsets } from '@vitrine/contract/utc-offsets';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** A time zone with the server's offsets, which take precedence over the rules of this runtime while their table lasts. */
export interface ZoneWithOffsets {
  /** IANA name. */
  timeZone: string;
  utcOffsets?: UtcOffsets | undefined;
}

/** An IANA name, or a zone with the server's offsets. */
export type Zone = string | ZoneWithOffsets;

/** Formats by zone, null for zones that this runtime does not know. A screen needs one, a server a few hundred. */
const formats = new Map<string, Intl.DateTimeFormat | null>();
const MAX_FORMATS = 600;

function getFormat(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const format = createFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

const READING_FORMAT: Intl.DateTimeFormatOptions = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  // Chromium before 80 ignores `hourCycle` and would count to 12.
  hour12: false,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
};

/** Returns null for a zone that this runtime does not know. */
function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { ...READING_FORMAT, timeZone });
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/** True when this runtime has rules for the zone. */
export const isZoneKnown = (timeZone: string): boolean => getFormat(timeZone) !== null;

/** True when the server's table includes the instant. */
export function isInTable({ until, periods }: UtcOffsets, instant: number): boolean {
  const [first] = periods;
  return first !== undefined && instant >= first[0] && instant < until;
}

/** Returns the offset in milliseconds by the server's table, or null outside of it. */
function getTabulatedOffset(zone: Zone, instant: number): number | null {
  const table = typeof zone === 'string' ? undefined : zone.utcOffsets;
  if (!table || !isInTable(table, instant)) return null;
  let offset = 0;
  for (const [from, minutes] of table.periods) if (from <= instant) offset = minutes;
  return offset * MINUTE_MS;
}

/**
 * Returns the offset beyond the server's table in a zone that the runtime does not know: the nearest offset of the table, which is wrong by at most an hour,
 * while UTC would be wrong by up to half a day. Returns null when there is no table or the runtime knows the zone.
 */
function getExtrapolatedOffset(zone: Zone, instant: number): number | null {
  const table = typeof zone === 'string' ? undefined : zone.utcOffsets;
  if (typeof zone === 'string' || !table || isZoneKnown(zone.timeZone)) return null;
  const nearest = instant >= table.until ? table.periods[table.periods.length - 1] : table.periods[0];
  return nearest ? nearest[1] * MINUTE_MS : null;
}

/**
 * Reading a clock through Intl takes microseconds, and one decision reads it hundreds of times. Therefore the offset at the start of each quarter of an hour is
 * cached. It applies to a quarter that ends with the same offset, since no zone changes twice within one.
 */
const QUARTER_MS = 900_000;
/** Maximum number of cached offsets of one zone, enough for more than a month. */
const MAX_OFFSETS = 4000;
const offsets = new Map<string, Map<number, number>>();

/** Returns the reading of the clock at an instant, to the second. In a zone that neither the server's table nor this runtime knows, it is UTC. */
export function getWallClock(instant: number, zone: Zone): number {
  const second = Math.floor(instant / 1000) * 1000;
  const known = getTabulatedOffset(zone, second) ?? getExtrapolatedOffset(zone, second);
  if (known !== null) return second + known;
  const timeZone = typeof zone === 'string' ? zone : zone.timeZone;
  const quarter = Math.floor(second / QUARTER_MS) * QUARTER_MS;
  const offset = getQuarterOffset(quarter, timeZone);
  return offset === getQuarterOffset(quarter + QUARTER_MS, timeZone) ? second + offset : formatWallClock(second, timeZone);
}

function getQuarterOffset(quarter: number, timeZone: string): number {
  const known = getOffsets(timeZone);
  const found = known.get(quarter);
  if (found !== undefined) return found;
  if (known.size >= MAX_OFFSETS) known.clear();
  const offset = formatWallClock(quarter, timeZone) - quarter;
  known.set(quarter, offset);
  return offset;
}

function getOffsets(timeZone: string): Map<number, number> {
  const known = offsets.get(timeZone);
  if (known) return known;
  if (offsets.size >= MAX_FORMATS) offsets.clear();
  const empty = new Map<number, number>();
  offsets.set(timeZone, empty);
  return empty;
}

function formatWallClock(instant: number, timeZone: string): number {
  const format = getFormat(timeZone);
  // A clock in UTC reads the instant itself.
  if (!format) return instant;
  const read: Record<string, number> = {};
  for (const part of format.formatToParts(instant)) read[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
  // Some browsers return, with `hour12: false`, 24:00:00 for midnight at the start of the day.
  return Date.UTC(year, month - 1, day, hour % 24, minute, second);
}

/** Returns how many milliseconds the clock is ahead of UTC at an instant. */
export function getOffset(instant: number, timeZone: Zone): number {
  return getWallClock(instant, timeZone) - Math.floor(instant / 1000) * 1000;
}

/** Returns the minutes since midnight of a time such as '18:30'. */
export function parseMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

export function formatDate(dayReading: number): string {
  return new Date(dayReading).toISOString().slice(0, 10);
}

export function getStartOfDay(reading: number): number {
  return Math.floor(reading / DAY_MS) * DAY_MS;
}

/** Returns the date at an instant in a zone, such as '2026-03-29'. */
export function getLocalDate(instant: number, timeZone: Zone): string {
  return formatDate(getWallClock(instant, timeZone));
}
