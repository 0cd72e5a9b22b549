import { describe, expect, it } from 'vitest';
import {
  addDays,
  computeDailyTotals,
  type DayFigures,
  getFirstOfMonth,
  listDaysToMeasure,
  listDaysUntil,
  toUtcDay,
} from './daily-figures.rules.ts';

describe('daily figures', () => {
  it('use UTC days across months and leap days', () => {
    expect(toUtcDay(new Date('2026-11-23T23:59:59.999Z'))).toBe('2026-11-23');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(getFirstOfMonth('2026-11-23')).toBe('2026-11-01');
    expect(listDaysUntil('2026-03-02', 4)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  });

  it('are measured again unless they were measured after the end of the day', () => {
    const measured = (day: string, at: string) => ({ day, measured_at: new Date(at) }) as DayFigures;
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
    expect(
      listDaysToMeasure(days, [
        measured('2026-11-20', '2026-11-21T00:00:00Z'),
        measured('2026-11-21', '2026-11-21T23:59:59.999Z'),
        measured('2026-11-23', '2026-11-23T12:00:00Z'),
      ]),
    ).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
  });

  it('compute earlier totals as the current count minus later additions', () => {
    const addedByDay = new Map([
      ['2026-11-21', 5],
      ['2026-11-23', 2],
    ]);
    expect([...computeDailyTotals(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'], 10, addedByDay)].toReversed()).toEqual([
      ['2026-11-20', 3],
      ['2026-11-21', 8],
      ['2026-11-22', 8],
      ['2026-11-23', 10],
    ]);
  });
});
