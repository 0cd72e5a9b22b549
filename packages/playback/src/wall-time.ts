/**
 * Instants and what the clock on a wall reads. A reading is kept as the epoch milliseconds the
 * same digits would have in UTC, so that calendar arithmetic on it has no zone in it.
 * All instants are epoch milliseconds.
 */
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Zones met so far; a screen knows one, a server a few hundred. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 600;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= FORMATS_MAX) formats.clear();
  const format = makeFormat(timeZone) ?? makeFormat('UTC');
  if (!format) throw new Error('this runtime knows no UTC');
  formats.set(timeZone, format);
  return format;
}

/** Null for a zone this runtime does not support: an old browser must still show something. */
function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/**
 * Reading a clock through Intl takes microseconds, and one decision reads hundreds of times: the offset is kept for the
 * beginning of each quarter of an hour, and holds for all of one that ends as it begins. No zone changes twice within one.
 */
const QUARTER_MS = 900_000;
/** Of one zone: more than a month of quarters. */
const OFFSETS_MAX = 4000;
const offsets = new Map<string, Map<number, number>>();

/** What the clock reads at an instant, to the second. */
export function readingAt(instant: number, timeZone: string): number {
  const second = Math.floor(instant / 1000) * 1000;
  const quarter = Math.floor(second / QUARTER_MS) * QUARTER_MS;
  const offset = offsetOfQuarter(quarter, timeZone);
  return offset === offsetOfQuarter(quarter + QUARTER_MS, timeZone) ? second + offset : readFormat(second, timeZone);
}

function offsetOfQuarter(quarter: number, timeZone: string): number {
  const known = offsetsOf(timeZone);
  const found = known.get(quarter);
  if (found !== undefined) return found;
  if (known.size >= OFFSETS_MAX) known.clear();
  const offset = readFormat(quarter, timeZone) - quarter;
  known.set(quarter, offset);
  return offset;
}

function offsetsOf(timeZone: string): Map<number, number> {
  const known = offsets.get(timeZone);
  if (known) return known;
  if (offsets.size >= FORMATS_MAX) offsets.clear();
  const empty = new Map<number, number>();
  offsets.set(timeZone, empty);
  return empty;
}

function readFormat(instant: number, timeZone: string): number {
  const read: Record<string, number> = {};
  for (const part of formatOf(timeZone).formatToParts(instant)) read[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Milliseconds the clock is ahead of UTC at an instant. */
export function offsetAt(instant: number, timeZone: string): number {
  return readingAt(instant, timeZone) - Math.floor(instant / 1000) * 1000;
}

/**
 * The instants at which the clock reads this: one on most days, none for a reading that a spring
 * change skips, two for one that an autumn change repeats. Ascending.
 */
export function instantsOf(reading: number, timeZone: string): number[] {
  // No zone is more than 14 h off, and none changes twice within two days.
  const offsets = new Set([offsetAt(reading - DAY_MS, timeZone), offsetAt(reading + DAY_MS, timeZone)]);
  return [...offsets]
    .map((offset) => reading - offset)
    .filter((instant) => readingAt(instant, timeZone) === reading)
    .sort((a, b) => a - b);
}

/** The instants in (from, to] at which the zone changes its clocks. */
export function clockChanges(from: number, to: number, timeZone: string): number[] {
  const changes: number[] = [];
  let before = offsetAt(from, timeZone);
  for (let day = from; day < to; day += DAY_MS) {
    const end = Math.min(day + DAY_MS, to);
    const after = offsetAt(end, timeZone);
    if (after !== before) changes.push(changeBetween(day, end, before, timeZone));
    before = after;
  }
  return changes;
}

/** The first instant after `from` with another offset, by halving down to a second. */
function changeBetween(from: number, to: number, offset: number, timeZone: string): number {
  let low = Math.floor(from / 1000);
  let high = Math.ceil(to / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * 1000, timeZone) === offset) low = middle;
    else high = middle;
  }
  return high * 1000;
}

/** '18:30' as minutes since midnight. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

export function dateOf(dayReading: number): string {
  return new Date(dayReading).toISOString().slice(0, 10);
}

export function startOfDay(reading: number): number {
  return Math.floor(reading / DAY_MS) * DAY_MS;
}

/** The day it is at an instant where the clock is in this zone: '2026-03-29'. */
export function dayOf(instant: number, timeZone: string): string {
  return dateOf(readingAt(instant, timeZone));
}
