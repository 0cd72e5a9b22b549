import { describe, expect, it } from 'vitest';
import { layoutDayPlan } from './day-plan-layout.ts';
import type { PlannedPublish } from './playback-reasons.ts';

const planned = (name: string, overrides: Partial<PlannedPublish> = {}): PlannedPublish => ({
  publishId: name,
  name,
  main: false,
  activatedAt: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  schedule: null,
  items: [{}],
  ...overrides,
});
const daily = (startTime: string, endTime: string) => ({ startTime, endTime, repeat: 'Daily' as const });
const plan = [
  planned('Menu', { main: true }),
  planned('Lunch', { schedule: daily('12:00', '18:00') }),
  planned('Coffee', { schedule: daily('15:00', '21:00'), updatedAt: '2026-02-01T00:00:00.000Z' }),
];

describe('layoutDayPlan', () => {
  it('covers the whole day and gives each playlist one color', () => {
    const { shown } = layoutDayPlan(plan, 'UTC', '2026-06-01');
    expect(shown.map(({ name, from, to, left, width, why }) => [name, from, to, left, width, why])).toEqual([
      ['Menu', '12:00 AM', '12:00 PM', 0, 50, 'main'],
      ['Lunch', '12:00 PM', '3:00 PM', 50, 12.5, 'schedule'],
      ['Coffee', '3:00 PM', '9:00 PM', 62.5, 25, 'schedule'],
      ['Menu', '9:00 PM', '12:00 AM', 87.5, 12.5, 'main'],
    ]);
    expect(shown.map(({ colour }) => colour)).toEqual([0, 1, 2, 0]);
  });

  it('marks where one schedule covers another', () => {
    const { lanes } = layoutDayPlan(plan, 'UTC', '2026-06-01');
    expect(lanes.map(({ name, pieces }) => [name, pieces.map(({ from, to, isCovered }) => [from, to, isCovered])])).toEqual([
      [
        'Lunch',
        [
          ['12:00 PM', '3:00 PM', false],
          ['3:00 PM', '6:00 PM', true],
        ],
      ],
      ['Coffee', [['3:00 PM', '9:00 PM', false]]],
    ]);
  });

  it('returns idle time without a color', () => {
    expect(layoutDayPlan([], 'UTC', '2026-06-01').shown).toMatchObject([{ name: null, colour: null, left: 0, width: 100, why: 'idle' }]);
  });

  it('shows the same hour labels on days with 23 and 25 hours', () => {
    const hours = (date: string) => {
      const ruler = layoutDayPlan([], 'Europe/Lisbon', date);
      return [ruler.length, ruler.hours.map(({ label }) => label).join(' ')];
    };
    const usual = '12 AM 3 AM 6 AM 9 AM 12 PM 3 PM 6 PM 9 PM 12 AM';
    expect([hours('2026-06-01'), hours('2026-03-29'), hours('2026-10-25')]).toEqual([
      [24, usual],
      [23, usual],
      [25, usual],
    ]);
  });
});
