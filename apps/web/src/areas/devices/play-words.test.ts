import { expect, it } from 'vitest';
import { formatTimeOnScreen, formatTimes } from './play-words.ts';

it.each([
  [1, 'once'],
  [2, '2 times'],
  [1240, '1,240 times'],
])('says %i as %s', (count, words) => {
  expect(formatTimes(count)).toBe(words);
});

it.each([
  [20_000, 'less than a minute'],
  [42 * 60_000, '42 min'],
  [3 * 3_600_000, '3 hr'],
  [3 * 3_600_000 + 20 * 60_000, '3 hr 20 min'],
  [3_599_999, '1 hr'],
])('says %i ms on the wall as %s', (shownMs, words) => {
  expect(formatTimeOnScreen(shownMs)).toBe(words);
});
