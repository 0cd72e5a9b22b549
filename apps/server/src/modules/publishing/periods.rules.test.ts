import type { MediaValidity } from '@vitrine/contract';
import { isValidAt } from '@vitrine/playback';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarizePeriods } from './periods.rules.ts';

const summarize = (...periods: (MediaValidity | null)[]) => summarizePeriods(periods.map((valid) => ({ valid })));
const day = (number: number) => `2026-12-${String(number).padStart(2, '0')}T00:00`;

describe('summarizePeriods', () => {
  it('returns null when an item is always shown, and without items', () => {
    expect(summarize({ from: day(1) }, null)).toBeNull();
    expect(summarize()).toBeNull();
  });

  it('merges a photo for each day into one period', () => {
    const days = Array.from({ length: 20 }, (_, index) => ({ from: day(index + 1), until: day(index + 2) }));
    expect(summarize(...days.toReversed())).toEqual([{ from: day(1), until: day(21) }]);
  });

  it('keeps gaps, and days and times that differ', () => {
    const morning = { startTime: '06:00', endTime: '11:00' };
    const periods = [{ from: day(1), until: day(3) }, { from: day(5), until: day(6) }, morning, { ...morning, weekdays: [1] }];
    expect(summarize(...periods)).toEqual(periods);
  });

  it('returns null when the periods together are always', () => {
    expect(summarize({ until: day(10) }, { from: day(9) })).toBeNull();
  });

  it('returns null for more periods than a forecast evaluates', () => {
    const periods = Array.from({ length: 101 }, (_, index) => ({
      startTime: '00:00',
      endTime: `0${1 + Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')}`,
    }));
    expect(summarize(...periods.slice(1))).toHaveLength(100);
    expect(summarize(...periods)).toBeNull();
  });

  it('has something to show whenever an item has', () => {
    const date = fc.integer({ min: 1, max: 12 }).map(day);
    const period = fc
      .record({ from: fc.option(date), until: fc.option(date), isMorning: fc.boolean() })
      .filter(({ from, until }) => from === null || until === null || from < until)
      .map(({ from, until, isMorning }): MediaValidity | null => {
        const valid = { ...(from && { from }), ...(until && { until }), ...(isMorning && { startTime: '06:00', endTime: '11:00' }) };
        return Object.keys(valid).length > 0 ? valid : null;
      });
    fc.assert(
      fc.property(fc.array(period, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 13 * 24 }), (periods, hours) => {
        const reading = Date.parse('2026-12-01T00:00Z') + hours * 3_600_000;
        const isShown = (list: readonly (MediaValidity | null)[]) => list.some((valid) => isValidAt({ valid }, reading));
        expect(isShown(summarize(...periods) ?? [null])).toBe(isShown(periods) || summarize(...periods) === null);
        if (summarize(...periods) === null) expect(isShown(periods)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
