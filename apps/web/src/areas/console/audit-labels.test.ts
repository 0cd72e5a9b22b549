import { expect, it } from 'vitest';
import { formatAuditValue, formatDateTime, getActionLabel, getColumnLabel, getTableLabel } from './audit-labels.ts';

it.each([
  ['video.reprocess', 'Video: reprocess'],
  ['account.planGive', 'Account: plan give'],
  ['imported', 'Imported'],
])('formats the action %s as “%s”', (action, label) => {
  expect(getActionLabel(action)).toBe(label);
});

it('converts names of tables and columns to labels', () => {
  expect(getTableLabel('plan_prices')).toBe('Plan prices');
  expect(getColumnLabel('disabled_at')).toBe('Deactivated');
  expect(getColumnLabel('amount_cents')).toBe('Amount (cents)');
  expect(getColumnLabel('trial_days')).toBe('Trial days');
});

it.each([
  [null, '–'],
  [undefined, '–'],
  ['', '–'],
  [true, 'Yes'],
  [0, '0'],
  ['user', 'user'],
  [{ a: [1] }, '{"a":[1]}'],
  ['2026-11-23T12:00:00+00:00', formatDateTime('2026-11-23T12:00:00Z')],
])('formats the value %j as “%s”', (value, label) => {
  expect(formatAuditValue(value)).toBe(label);
});
