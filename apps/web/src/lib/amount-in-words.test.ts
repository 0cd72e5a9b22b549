import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

test.each([
  [0, 'zero cents'],
  [1, 'one cent'],
  [950, 'nine dollars and fifty cents'],
  [95_000, 'nine hundred fifty dollars'],
  [100, 'one dollar'],
  [1_913, 'nineteen dollars and thirteen cents'],
  [29_921, 'two hundred ninety-nine dollars and twenty-one cents'],
  [123_456_789, 'one million two hundred thirty-four thousand five hundred sixty-seven dollars and eighty-nine cents'],
  [100_000_000, 'one million dollars'],
])('spells out %s cents', (cents, words) => expect(amountInWords(cents)).toBe(words));
