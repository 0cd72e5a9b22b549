import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNextPeriodBoundary, getPeriodBoundary } from './periods.rules.ts';

const at = (text: string) => Date.parse(`${text}Z`) / 1000;
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const renewals = (anchor: number, interval: 'month' | 'year', count: number) =>
  Array.from({ length: count }, (_, index) => day(getPeriodBoundary(anchor, interval, index + 1)));

const instants = fc.integer({ min: at('2020-01-01T00:00:00'), max: at('2060-01-01T00:00:00') });
const intervals = fc.constantFrom('month' as const, 'year' as const);

describe('the periods of a subscription', () => {
  it('renew on the last day of shorter months, and return to the 31st', () => {
    expect(renewals(at('2026-01-31T10:20:30'), 'month', 5)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']);
    expect(renewals(at('2027-12-31T00:00:00'), 'month', 2)).toEqual(['2028-01-31', '2028-02-29']);
  });

  it('renew on the 28th of February after a leap day, and on the 29th when there is one again', () => {
    expect(renewals(at('2028-02-29T23:59:59'), 'year', 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  });

  it('keep the time of day in UTC across daylight saving changes', () => {
    expect(getPeriodBoundary(at('2026-03-15T02:30:00'), 'month', 1)).toBe(at('2026-04-15T02:30:00'));
    expect(getPeriodBoundary(at('2026-10-15T02:30:00'), 'month', 1)).toBe(at('2026-11-15T02:30:00'));
  });

  it('follow one another without a gap, each a month or a year long and never on a later day than the anchor', () => {
    fc.assert(
      fc.property(instants, intervals, fc.integer({ min: 0, max: 60 }), (anchor, interval, count) => {
        const [from, until] = [getPeriodBoundary(anchor, interval, count), getPeriodBoundary(anchor, interval, count + 1)];
        expect(getNextPeriodBoundary(anchor, interval, from)).toBe(until);
        expect(getNextPeriodBoundary(anchor, interval, until - 1)).toBe(until);
        const days = (until - from) / 86_400;
        expect(days).toBeGreaterThanOrEqual(interval === 'month' ? 28 : 365);
        expect(days).toBeLessThanOrEqual(interval === 'month' ? 31 : 366);
        const [anchorDay, untilDay] = [anchor, until].map((seconds) => new Date(seconds * 1000).getUTCDate());
        expect(untilDay).toBeLessThanOrEqual(anchorDay ?? 0);
        expect((until - anchor) % 86_400).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });
});
