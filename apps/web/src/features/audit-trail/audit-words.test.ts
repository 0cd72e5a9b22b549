import { expect, it } from 'vitest';
import { actionWord, columnWord, momentWord, tableWord, valueWord } from './audit-words.ts';

it.each([
  ['video.reprocess', 'Video: reprocess'],
  ['account.planGive', 'Account: plan give'],
  ['imported', 'Imported'],
])('says %s as “%s”', (action, word) => {
  expect(actionWord(action)).toBe(word);
});

it('says tables and columns in words', () => {
  expect(tableWord('plan_prices')).toBe('Plan prices');
  expect(columnWord('disabled_at')).toBe('Switched off');
  expect(columnWord('amount_cents')).toBe('Amount (cents)');
  expect(columnWord('trial_days')).toBe('Trial days');
});

it.each([
  [null, '–'],
  [undefined, '–'],
  ['', '–'],
  [true, 'Yes'],
  [0, '0'],
  ['user', 'user'],
  [{ a: [1] }, '{"a":[1]}'],
  ['2026-11-23T12:00:00+00:00', momentWord('2026-11-23T12:00:00Z')],
])('shows %j as “%s”', (value, word) => {
  expect(valueWord(value)).toBe(word);
});
