import { describe, expect, it } from 'vitest';
import { formatCompactSize, getAttentionMessage, getGrowth, getSeriesLabel } from './overview-labels.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_234_567, '1.23 MB'],
  [1.5e12, '1.5 TB'],
  [3e18, '3000 PB'],
])('writes %d bytes as %s', (bytes, words) => {
  expect(formatCompactSize(bytes)).toBe(words);
});

describe('the label of a series', () => {
  it.each([
    [[null, null], 'no data yet'],
    [[null, 5], '5 today'],
    [[null, 2, 9, 7], '2 2 days ago, 7 today, highest 9'],
  ])('of %j is “%s”', (values, words) => {
    expect(getSeriesLabel(values, String)).toBe(words);
  });
});

it.each([
  [[1, 2, 10], 2, 9],
  [[null, 2, 10], 2, undefined],
  [[10], 2, undefined],
])('of %j in %d days the growth is %j', (values, days, growth) => {
  expect(getGrowth(values, days)).toBe(growth);
});

it.each([
  ['jobsFailed', 1, '1 job failed. Retry from the System page.'],
  ['jobsFailed', 1000, '1,000 or more jobs failed. Retry from the System page.'],
  ['screensGone', 1, '1 screen has been offline for more than a day.'],
  ['messagesWaiting', 3, '3 messages need an answer.'],
] as const)('says %s of %d as “%s”', (kind, count, words) => {
  expect(getAttentionMessage(kind, count)).toBe(words);
});
