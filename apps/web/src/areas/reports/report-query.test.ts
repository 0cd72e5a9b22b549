import { expect, it } from 'vitest';
import { fillChartRows, findPeriodChoice, getPeriod, parseFilters, parseGroup, parsePeriod } from './report-query.ts';

const NOW = new Date(2026, 2, 5, 10);

it.each([
  ['7', '2026-02-27', '2026-03-05'],
  ['31', '2026-02-03', '2026-03-05'],
  ['month', '2026-03-01', '2026-03-05'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
] as const)('returns and recognizes the period %s', (choice, from, to) => {
  expect(getPeriod(choice, NOW)).toEqual({ from, to });
  expect(findPeriodChoice({ from, to }, NOW)).toBe(choice);
});

it('reads other dates from the address, and the last seven days without any', () => {
  const period = { from: '2026-01-01', to: '2026-01-02' };
  expect(parsePeriod(period, NOW)).toEqual(period);
  expect(findPeriodChoice(period, NOW)).toBe('custom');
  expect(parsePeriod({ from: 'yesterday', to: '2026-01-02' }, NOW)).toEqual(getPeriod('7', NOW));
});

it('ignores unknown groups and hours', () => {
  expect(parseGroup('moon')).toBe('screen');
  expect(parseFilters({ fromHour: '24', toHour: '9' })).toMatchObject({ fromHour: undefined, toHour: 9 });
});

it('fills days and hours without plays in a chart', () => {
  const row = { _id: '2026-03-02', key: '2026-03-02', name: null, count: 5 };
  const days = fillChartRows({ groupBy: 'day', from: '2026-03-01', to: '2026-03-03' }, [row]);
  expect(days.map(({ key, count }) => [key, count])).toEqual([
    ['2026-03-01', 0],
    ['2026-03-02', 5],
    ['2026-03-03', 0],
  ]);
  const hours = fillChartRows({ groupBy: 'hour', from: '2026-03-01', to: '2026-03-03', fromHour: 22 }, [{ ...row, key: '23' }]);
  expect(hours.map(({ key, count }) => [key, count])).toEqual([
    ['22', 0],
    ['23', 5],
  ]);
  expect(fillChartRows({ groupBy: 'item', from: '2026-03-01', to: '2026-03-03' }, [row])).toEqual([row]);
});
