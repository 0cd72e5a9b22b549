import type { UtcOffsets } from '@vitrine/contract';
import { tabulateOffsets } from '@vitrine/playback';

/** The tables of all screens change at the same time, twice a year, and then reach at least two years ahead. */
const MONTHS_AHEAD = 30;
/** A table also covers the past half-year, because a screen may have been switched off. */
const MONTHS_BEFORE = 6;

/** Name of the tables at an instant, such as `2026b`. Part of a manifest's ETag, so that screens request the manifest again for a new table. */
export function offsetsVersion(now: Date): string {
  return `${now.getUTCFullYear()}${now.getUTCMonth() < 6 ? 'a' : 'b'}`;
}

const tables = new Map<string, UtcOffsets | null>();
const MAX_TABLES = 1000;

/** Returns the UTC offsets of a zone for the next two years, or undefined when this Node does not know the zone. Computed once per zone and half-year. */
export function utcOffsetsOf(timeZone: string, now: Date): UtcOffsets | undefined {
  const key = `${offsetsVersion(now)} ${timeZone}`;
  let table = tables.get(key);
  if (table === undefined) {
    if (tables.size >= MAX_TABLES) tables.clear();
    const start = now.getUTCMonth() < 6 ? 0 : 6;
    const instantOf = (months: number) => Date.UTC(now.getUTCFullYear(), start + months, 1);
    table = tabulateOffsets(timeZone, instantOf(-MONTHS_BEFORE), instantOf(MONTHS_AHEAD));
    tables.set(key, table);
  }
  return table ?? undefined;
}
