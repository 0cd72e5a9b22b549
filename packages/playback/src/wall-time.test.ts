import { describe, expect, it } from 'vitest';
import { wallClock } from './testing/second-opinion.ts';
import { readingAt } from './wall-time.ts';

const MINUTE_MS = 60_000;
const read = (instant: number, timeZone: string) => new Date(readingAt(instant, timeZone)).toISOString().slice(0, 16).replace('T', ' ');

describe('the reading of a clock', () => {
  it('is what the platform says, in every zone, at moments of many years', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      for (const at of ['1975-05-02T03:07:00Z', '2026-03-29T00:59:59Z', '2026-10-25T01:00:01Z', '2035-01-01T00:00:00Z']) {
        expect(read(Date.parse(at), timeZone), `${timeZone} ${at}`).toBe(wallClock(Date.parse(at), timeZone));
      }
    }
  });

  it.each([
    ['Antarctica/Casey', '2021-10-02T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T14:30:00Z'],
    ['America/New_York', '2026-03-08T06:30:00Z'],
    ['Europe/Lisbon', '2026-10-25T00:30:00Z'],
  ])('is right in each minute about a change of the clocks in %s, also one that is on no quarter of an hour', (timeZone, around) => {
    for (let minute = 0; minute < 60; minute++) {
      const at = Date.parse(around) + minute * MINUTE_MS;
      expect(read(at, timeZone)).toBe(wallClock(at, timeZone));
    }
  });
});
