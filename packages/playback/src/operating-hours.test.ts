import type { OperatingHours } from '@vitrine/contract/operating-hours';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../vectors/hours.json' with { type: 'json' };
import { isOperatingAt } from './operating-hours.ts';
import { getBrightness, getOperation, listOffSpans } from './operation-changes.ts';
import { quarter, specialDay } from './testing/arbitraries.ts';

const MINUTE_MS = 60_000;
const toIso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

describe('operating hours', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_name, { hours, timeZone, now, expect: expected }) => {
    const at = Date.parse(now);
    const { isOn, until } = getOperation({ hours, timeZone, now: at });
    expect({ isOn, until: toIso(until) }).toEqual(expected);
    expect(isOperatingAt(hours, timeZone, at)).toBe(expected.isOn);
  });

  it('use the offsets of the server in a zone that the runtime does not know', () => {
    const now = Date.parse('2026-05-05T05:00:00Z');
    const hours = [{ week: [{ weekdays: [2], startTime: '08:00', endTime: '18:00' }], exceptions: [] }];
    const utcOffsets = { until: now + 86_400_000, periods: [[now - MINUTE_MS, 180] as [number, number]] };
    expect(isOperatingAt(hours, { timeZone: 'Mars/Olympus_Mons', utcOffsets }, now)).toBe(true);
    expect(isOperatingAt(hours, { timeZone: 'Mars/Olympus_Mons', utcOffsets }, now - 30_000)).toBe(false);
  });

  const closed = { week: [{ weekdays: [1], startTime: '08:00', endTime: '18:00' }], exceptions: [] };
  it.each<[string, unknown]>([
    ['an object', {}],
    ['hours without a week', [{ exceptions: [] }]],
    ['hours without exceptions', [{ week: closed.week }]],
    ['an empty week', [{ week: [], exceptions: [] }]],
    ['a range without days', [{ week: [{ weekdays: [], startTime: '08:00', endTime: '18:00' }], exceptions: [] }]],
    ['a time that does not exist', [{ week: [{ weekdays: [1], startTime: '08:00', endTime: '24:00' }], exceptions: [] }]],
    ['a damaged exception', [{ ...closed, exceptions: [{ date: 'Christmas', ranges: [] }] }]],
    ['one damaged and one intact plan', [closed, null]],
  ])('leave the screen on when the setting is %s', (_name, damaged) => {
    const now = Date.parse('2026-05-05T12:00:00Z');
    expect(isOperatingAt([closed], 'UTC', now)).toBe(false);
    expect(getOperation({ hours: damaged as OperatingHours[], timeZone: 'UTC', now })).toEqual({ isOn: true, until: null });
    expect(listOffSpans({ hours: damaged as OperatingHours[], timeZone: 'UTC', from: now, to: now + MINUTE_MS })).toEqual([]);
  });

  const range = fc.tuple(quarter, quarter).map(([startTime, endTime]) => ({ startTime, endTime }));
  const anyHours: fc.Arbitrary<OperatingHours> = fc.record({
    week: fc.array(
      fc.tuple(fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), range).map(([weekdays, times]) => ({ weekdays, ...times })),
      { minLength: 1, maxLength: 3 },
    ),
    exceptions: fc.uniqueArray(fc.record({ date: specialDay, ranges: fc.array(range, { maxLength: 2 }) }), {
      selector: ({ date }) => date,
      maxLength: 3,
    }),
  });

  it('change at exactly the returned instant, and off spans agree', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC');
    fc.assert(
      fc.property(fc.array(anyHours, { minLength: 1, maxLength: 2 }), specialDay, zone, (hours, date, timeZone) => {
        const from = Date.parse(date);
        const to = from + 2 * 86_400_000;
        const spans = listOffSpans({ hours, timeZone, from, to });
        const { isOn, until } = getOperation({ hours, timeZone, now: from });
        for (let at = from; at < to; at += 15 * MINUTE_MS) {
          const isOnAt = isOperatingAt(hours, timeZone, at);
          expect(spans.some((span) => span.from <= at && at < span.to)).toBe(!isOnAt);
          if (until === null || at < until) expect(isOnAt).toBe(isOn);
        }
        if (until !== null) expect(isOperatingAt(hours, timeZone, until)).toBe(!isOn);
      }),
      { numRuns: 100 },
    );
  });
});

describe('brightness', () => {
  const DAY = [
    { time: '20:00', percent: 40 },
    { time: '07:30', percent: 100 },
  ];
  const at = (now: string, ...plans: (typeof DAY)[]) => {
    const { percent, until } = getBrightness(plans, 'Europe/Berlin', Date.parse(now));
    return [percent, toIso(until)];
  };

  it('lasts until the next time, also past midnight', () => {
    expect(at('2026-05-04T10:00:00Z', DAY)).toEqual([100, '2026-05-04T18:00:00.000Z']);
    expect(at('2026-05-04T18:00:00Z', DAY)).toEqual([40, '2026-05-05T05:30:00.000Z']);
    expect(at('2026-05-05T02:00:00Z', DAY)).toEqual([40, '2026-05-05T05:30:00.000Z']);
  });

  it('is full without a plan, and the highest of several', () => {
    expect(at('2026-05-04T20:00:00Z')).toEqual([100, null]);
    expect(at('2026-05-04T20:00:00Z', DAY, [{ time: '12:00', percent: 60 }])).toEqual([60, '2026-05-05T05:30:00.000Z']);
  });

  it('follows the clock when it changes', () => {
    const night = [
      { time: '02:30', percent: 10 },
      { time: '06:00', percent: 80 },
    ];
    expect(at('2026-03-29T00:45:00Z', night)).toEqual([80, '2026-03-29T01:00:00.000Z']);
    expect(at('2026-03-29T01:00:00Z', night)).toEqual([10, '2026-03-29T04:00:00.000Z']);
    expect(at('2026-10-25T00:45:00Z', night)).toEqual([10, '2026-10-25T01:00:00.000Z']);
    expect(at('2026-10-25T01:00:00Z', night)).toEqual([80, '2026-10-25T01:30:00.000Z']);
  });

  it('ignores a damaged plan', () => {
    const damaged = [null, [null], [{ time: 'noon', percent: 50 }], [{ time: '12:00', percent: 0 }]];
    for (const plan of damaged) expect(at('2026-05-04T20:00:00Z', plan as unknown as typeof DAY)).toEqual([100, null]);
  });
});
