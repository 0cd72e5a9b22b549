import { describe, expect, it } from 'vitest';
import { tabulateOffsets } from './clock-changes.ts';
import { formatWallClock } from './testing/reference-evaluator.ts';
import { RUNS_SLOW_TESTS } from './testing/slow-tests.ts';
import { getOffset, getWallClock, isZoneKnown } from './wall-clock.ts';

const MINUTE_MS = 60_000;
/** Loading the rules of a zone takes the runtime a hundredth of a second, so `npm test` checks every fifth one. */
const STEP = RUNS_SLOW_TESTS ? 1 : 5;
const ZONES = Intl.supportedValuesOf('timeZone').filter((_zone, at) => at % STEP === 0);
const read = (instant: number, timeZone: string) => new Date(getWallClock(instant, timeZone)).toISOString().slice(0, 16).replace('T', ' ');

describe('the reading of a clock', () => {
  it('is what the platform says at moments of many years', () => {
    for (const timeZone of ZONES) {
      for (const at of ['1975-05-02T03:07:00Z', '2026-03-29T00:59:59Z', '2026-10-25T01:00:01Z', '2035-01-01T00:00:00Z']) {
        expect(read(Date.parse(at), timeZone), `${timeZone} ${at}`).toBe(formatWallClock(Date.parse(at), timeZone));
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
      expect(read(at, timeZone)).toBe(formatWallClock(at, timeZone));
    }
  });
});

const YEAR_MS = 365 * 86_400_000;
const START = Date.parse('2026-07-01T00:00:00Z');
const HOUR_MS = 3_600_000;

describe('offsets of the server', () => {
  it('give the same readings as the runtime, also around each change', () => {
    for (const timeZone of ZONES) {
      const utcOffsets = tabulateOffsets(timeZone, START, START + 2 * YEAR_MS) ?? { until: 0, periods: [] };
      const zone = { timeZone: 'Mars/Olympus_Mons', utcOffsets };
      const changes = utcOffsets.periods.map(([from]) => from);
      for (const at of [
        ...changes,
        ...changes.map((change) => change + 1000),
        ...changes.slice(1).map((change) => change - 1000),
        START + YEAR_MS,
      ]) {
        expect(getWallClock(at, zone), `${timeZone} ${new Date(at).toISOString()}`).toBe(getWallClock(at, timeZone));
      }
    }
  });

  it('take precedence over the rules of the runtime while the table lasts', () => {
    const zone = { timeZone: 'Europe/Berlin', utcOffsets: { until: START + YEAR_MS, periods: [[START, 0] as [number, number]] } };
    expect(getOffset(START + 1000, zone)).toBe(0);
    expect(getOffset(START - 1000, zone)).toBe(2 * HOUR_MS);
    expect(getOffset(START + YEAR_MS, zone)).toBe(2 * HOUR_MS);
  });

  it('apply beyond the table in a zone that the runtime does not know', () => {
    const periods: [number, number][] = [
      [START, 120],
      [START + 1000, 60],
    ];
    const zone = { timeZone: 'Mars/Olympus_Mons', utcOffsets: { until: START + YEAR_MS, periods } };
    expect([getOffset(START - YEAR_MS, zone), getOffset(START + 3 * YEAR_MS, zone)]).toEqual([2 * HOUR_MS, HOUR_MS]);
  });

  it('do not exist for a zone that the server does not know', () => {
    expect(isZoneKnown('Mars/Olympus_Mons')).toBe(false);
    expect(tabulateOffsets('Mars/Olympus_Mons', START, START + YEAR_MS)).toBeNull();
  });
});
