/** Instants at which a wall clock shows a reading or changes its offset. Separate from `wall-clock.ts`, because screens load it only with widgets. */
import type { UtcOffsets } from '@vitrine/contract/utc-offsets';
import { DAY_MS, getOffset, getWallClock, isZoneKnown, MINUTE_MS, type Zone } from './wall-clock.ts';

/**
 * Returns the instants at which the clock shows a reading, ascending: one on most days, none for a reading that a change in spring skips, two for a
 * reading that a change in autumn repeats.
 */
export function listInstants(reading: number, timeZone: Zone): number[] {
  // No zone is more than 14 hours from UTC, and none changes twice within two days.
  const offsets = new Set([getOffset(reading - DAY_MS, timeZone), getOffset(reading + DAY_MS, timeZone)]);
  return [...offsets]
    .map((offset) => reading - offset)
    .filter((instant) => getWallClock(instant, timeZone) === reading)
    .sort((a, b) => a - b);
}

/** Returns the instants in (from, to] at which the zone's offset changes. */
export function listClockChanges(from: number, to: number, timeZone: Zone): number[] {
  const changes: number[] = [];
  let before = getOffset(from, timeZone);
  for (let day = from; day < to; day += DAY_MS) {
    const end = Math.min(day + DAY_MS, to);
    const after = getOffset(end, timeZone);
    if (after !== before) changes.push(findClockChange(day, end, before, timeZone));
    before = after;
  }
  return changes;
}

/**
 * Returns the server's table of a zone for the instants from `from` up to `until`, or null when this runtime does not know the zone. Offsets are
 * rounded to minutes, which all zones have used since 1972.
 */
export function tabulateOffsets(timeZone: string, from: number, until: number): UtcOffsets | null {
  if (!isZoneKnown(timeZone)) return null;
  const starts = [from, ...listClockChanges(from, until, timeZone)].filter((start) => start < until);
  return { until, periods: starts.map((start) => [start, Math.round(getOffset(start, timeZone) / MINUTE_MS)]) };
}

/** Finds the first instant after `from` with another offset by bisection, to the second. */
function findClockChange(from: number, to: number, offset: number, timeZone: Zone): number {
  let low = Math.floor(from / 1000);
  let high = Math.ceil(to / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (getOffset(middle * 1000, timeZone) === offset) low = middle;
    else high = middle;
  }
  return high * 1000;
}
