import { expect, test } from 'vitest';
import { formatCents, formatPrice } from './money.ts';

test('a charge is written with its cents, below zero as well', () => {
  expect([29_900, 299_000, 5, 0, -1050].map(formatCents)).toEqual(['$299.00', '$2,990.00', '$0.05', '$0.00', '-$10.50']);
});

test('a price shows cents only where it has some', () => {
  expect([29_900, 999_000, 1999].map(formatPrice)).toEqual(['$299', '$9,990', '$19.99']);
});
