import { expect, it } from 'vitest';
import { formatWait } from './format-wait.ts';

it.each([
  [0.2, '1 second'],
  [42, '42 seconds'],
  [61, '2 minutes'],
  [15 * 60, '15 minutes'],
  [24 * 3600, '24 hours'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});
