import type { MediaValidity } from '@vitrine/contract/media-validity';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePublish, type PublishCandidate } from './choose-publish.ts';
import { tabulateOffsets } from './clock-changes.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import { publishes, validity } from './testing/arbitraries.ts';
import { evaluateReference, formatWallClock, isItemActive } from './testing/reference-evaluator.ts';
import { aPublish } from './testing/vectors.ts';
import { buildTimeline } from './timeline.ts';
import { isValidAt, listPeriodItems, listValidItems } from './validity.ts';
import { getLocalDate, getWallClock, type Zone } from './wall-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const isValid = (valid: MediaValidity, clock: string) => isValidAt({ valid }, Date.parse(`${clock}Z`));

describe('isValidAt', () => {
  it.each<[name: string, valid: MediaValidity, shown: string[], skipped: string[]]>([
    ['a start', { from: '2026-12-01T08:00' }, ['2026-12-01T08:00', '2027-06-01T00:00'], ['2026-12-01T07:59']],
    ['an end', { until: '2026-12-24T18:00' }, ['2026-12-24T17:59', '2020-01-01T00:00'], ['2026-12-24T18:00']],
    [
      'weekdays',
      { weekdays: [1, 5] },
      ['2026-11-27T00:00', '2026-11-27T23:59', '2026-11-30T12:00'],
      ['2026-11-28T00:00', '2026-11-29T23:59'],
    ],
    [
      'times of day',
      { startTime: '06:30', endTime: '11:00' },
      ['2026-11-27T06:30', '2026-11-28T10:59'],
      ['2026-11-27T06:29', '2026-11-27T11:00'],
    ],
    [
      'a night that belongs to Friday',
      { weekdays: [5], startTime: '22:00', endTime: '02:00' },
      ['2026-11-27T22:00', '2026-11-28T01:59'],
      ['2026-11-27T01:00', '2026-11-28T02:00', '2026-11-28T22:00'],
    ],
    [
      'all of them',
      { from: '2026-11-27T23:00', until: '2026-11-28T01:00', weekdays: [5], startTime: '22:00', endTime: '02:00' },
      ['2026-11-27T23:00', '2026-11-28T00:59'],
      ['2026-11-27T22:30', '2026-11-28T01:00'],
    ],
  ])('follows %s', (_name, valid, shown, skipped) => {
    for (const clock of shown) expect(isValid(valid, clock), clock).toBe(true);
    for (const clock of skipped) expect(isValid(valid, clock), clock).toBe(false);
  });

  it('shows items without a period at all times', () => {
    expect([isValidAt({}, 0), isValidAt({ valid: null }, 0)]).toEqual([true, true]);
  });
});

describe('listValidItems', () => {
  it('keeps the order, and returns the same list when all items are valid', () => {
    const items = [{ id: 'a' }, { id: 'b', valid: { until: '2026-01-01T00:00' } }, { id: 'c' }];
    expect(listValidItems(items, Date.parse('2026-01-01T00:00Z')).map(({ id }) => id)).toEqual(['a', 'c']);
    expect(listValidItems(items, Date.parse('2025-12-31T23:59Z'))).toBe(items);
  });
});

describe('a publish with limited items', () => {
  const offer = aPublish({
    publishId: 'offer',
    activatedAt: '2026-01-01T00:00:00.000Z',
    items: [{ valid: { startTime: '08:00', endTime: '10:00' } }],
  });
  const main = aPublish({ publishId: 'main', main: true });
  const at = (now: string) => ({ publishes: [offer, main], timeZone: 'Europe/Berlin', now: Date.parse(now) });

  it('is skipped like an empty one while none of them is valid', () => {
    expect(decide(at('2026-06-01T07:30:00Z'))).toMatchObject({ publish: offer, until: Date.parse('2026-06-01T08:00:00Z') });
    expect(decide(at('2026-06-01T08:00:00Z'))).toMatchObject({ publish: main, reason: 'main', until: Date.parse('2026-06-02T06:00:00Z') });
  });

  it('is named by the explanation while it is skipped', () => {
    expect(explain(at('2026-06-01T12:00:00Z'))).toMatchObject({ publish: main, skipped: offer });
    expect(explain(at('2026-06-01T07:30:00Z'))).toMatchObject({ publish: offer, skipped: null });
  });

  it('starts when the clocks skip the beginning of its period', () => {
    const night = aPublish({ publishId: 'night', main: true, items: [{ valid: { from: '2026-03-29T02:30' } }] });
    const { until } = decide({ publishes: [night], timeZone: 'Europe/Berlin', now: Date.parse('2026-03-28T12:00:00Z') });
    expect(until).toBe(Date.parse('2026-03-29T01:00:00Z'));
  });
});

/** A screen offline since January, in a browser that does not know the zone: it has only the server's offsets. */
function toOfflineZone(timeZone: string): Zone {
  const utcOffsets = tabulateOffsets(timeZone, Date.parse('2025-12-01T00:00:00Z'), Date.parse('2027-03-01T00:00:00Z'));
  if (!utcOffsets) throw new Error(`no such zone: ${timeZone}`);
  return { timeZone: 'Mars/Olympus_Mons', utcOffsets };
}

describe('over a simulated year', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');

  it('screen, forecast, day plan and preview agree at every change', () => {
    let changes = 0;
    const list = publishes.filter((some) => some.some(({ items }) => items.length > 0 && items.every(({ valid }) => valid)));
    fc.assert(
      fc.property(list, zone, (candidates, timeZone) => {
        const offlineZone = toOfflineZone(timeZone);
        const shownAt = (instant: number) => choosePublish(candidates, getWallClock(instant, offlineZone)).publish?.publishId ?? null;
        const end = Date.parse('2027-01-01T00:00:00Z');
        let day: ({ date: string } & ReturnType<typeof buildTimeline<PublishCandidate>>) | undefined;
        for (let now = Date.parse('2026-01-01T00:00:00Z'); now < end; ) {
          const { publish, until } = decide({ publishes: candidates, timeZone, now });
          const clock = formatWallClock(now, timeZone);
          expect(publish?.publishId ?? null).toBe(evaluateReference(candidates, clock).publishId);
          expect(shownAt(now)).toBe(publish?.publishId ?? null);
          const preview = publish ? listValidItems(publish.items, getWallClock(now, timeZone)) : [];
          expect(preview).toEqual(publish?.items.filter((item) => isItemActive(item, clock)) ?? []);
          expect(preview.length > 0).toBe(publish !== null);
          const date = getLocalDate(now, timeZone);
          if (day?.date !== date) day = { date, ...buildTimeline({ publishes: candidates, timeZone, date }) };
          expect(day.stretches.find(({ from, to }) => from <= now && now < to)?.publish).toBe(publish);
          // Until the next change, a screen that looks at the clock shows the same.
          const next = until ?? now + 8 * DAY_MS;
          for (const instant of [now + MINUTE_MS, (now + next) / 2, next - MINUTE_MS]) {
            if (instant > now && instant < next) expect(shownAt(instant), new Date(instant).toISOString()).toBe(publish?.publishId ?? null);
          }
          changes += until === null ? 0 : 1;
          now = next;
        }
      }),
      { numRuns: 6 },
    );
    expect(changes).toBeGreaterThan(100);
  }, 120_000);

  it('periods in place of items have the same decisions', () => {
    fc.assert(
      fc.property(
        fc.array(validity, { minLength: 1, maxLength: 4 }),
        zone,
        fc.integer({ min: 0, max: 365 * 96 }),
        (periods, timeZone, quarters) => {
          const now = Date.parse('2026-01-01T00:00:00Z') + quarters * 15 * MINUTE_MS;
          const items = listPeriodItems(true, periods);
          const clock = formatWallClock(now, timeZone);
          expect(items.some((item) => isValidAt(item, getWallClock(now, timeZone)))).toBe(
            periods.some((valid) => isItemActive({ valid }, clock)),
          );
        },
      ),
      { numRuns: 2000 },
    );
    expect(listPeriodItems(true, null)).toEqual([{ valid: null }]);
    expect(listPeriodItems(false, null)).toEqual([]);
  });
});
