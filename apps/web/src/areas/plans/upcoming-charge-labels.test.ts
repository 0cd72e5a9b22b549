import { expect, test } from 'vitest';
import { upcomingWords } from './upcoming-charge-labels.ts';

const at = Date.UTC(2027, 7, 25, 12) / 1000;
const full = { coveredUntil: null, chargeAt: at, chargeAmount: 29_900, amount: 29_900, interval: 'month' as const };

test.each([
  [full, 'Then $299.00 every month starting 08/25/2027 until you cancel.'],
  [{ ...full, coveredUntil: at }, 'Covered by credit until 08/25/2027, then $299.00 every month until you cancel.'],
  [
    { ...full, coveredUntil: at, chargeAmount: 9_800 },
    'Covered by credit until 08/25/2027, when $98.00 is charged, then $299.00 every month until you cancel.',
  ],
  [{ ...full, chargeAmount: 9_900 }, 'Your credit pays part of it: $99.00 on 08/25/2027, then $299.00 every month until you cancel.'],
])('states upcoming charges as they will happen', (upcoming, words) => {
  expect(upcomingWords(upcoming)).toBe(words);
  expect(words).not.toContain('$0.00');
});
