import { expect, test } from 'vitest';
import { intervalWords, priceWords } from './price-words.ts';

test('a price names its interval, and nothing is two dashes', () => {
  expect([priceWords(29_900, 'month'), priceWords(299_000, 'year'), priceWords(0, 'month')]).toEqual(['$299/mo', '$2,990/yr', '--']);
  expect([intervalWords('month'), intervalWords('year')]).toEqual(['Monthly', 'Yearly']);
});
