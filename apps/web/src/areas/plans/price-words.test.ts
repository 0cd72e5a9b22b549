import { expect, test } from 'vitest';
import { formatPlanPrice, getIntervalLabel } from './price-words.ts';

test('shows the interval of a price, and two dashes for none', () => {
  expect([formatPlanPrice(29_900, 'month'), formatPlanPrice(299_000, 'year'), formatPlanPrice(0, 'month')]).toEqual([
    '$299/mo',
    '$2,990/yr',
    '--',
  ]);
  expect([getIntervalLabel('month'), getIntervalLabel('year')]).toEqual(['Monthly', 'Yearly']);
});
