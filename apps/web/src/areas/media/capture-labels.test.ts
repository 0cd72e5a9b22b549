import { expect, it } from 'vitest';
import { formatCaptureTime, formatMonth } from './capture-labels.ts';

it.each([
  ['2024-07-21T14:03:59+02:00', 'July 21, 2024 at 2:03 PM (UTC+02:00)'],
  ['1955-12-24T00:00:00', 'December 24, 1955 at 12:00 AM'],
])('%s is told by the clock there', (takenAt, words) => {
  expect(formatCaptureTime(takenAt)).toBe(words);
});

it('names a month', () => {
  expect(formatMonth('2024-07')).toBe('July 2024');
});
