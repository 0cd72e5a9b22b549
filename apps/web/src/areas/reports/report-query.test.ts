import { expect, it } from 'vitest';
import { findPeriodChoice, getPeriod, parseFilters, parseGroup, parsePeriod } from './report-query.ts';

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
