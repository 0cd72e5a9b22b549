import { expect, it } from 'vitest';
import { getLastPeriod } from './report-periods.rules.ts';

it.each([
  ['weekly', '2026-05-11T11:59:59Z', '2026-04-27', '2026-05-03'],
  ['weekly', '2026-05-11T12:00:00Z', '2026-05-04', '2026-05-10'],
  ['weekly', '2026-05-17T12:00:00Z', '2026-05-04', '2026-05-10'],
  ['weekly', '2026-01-01T12:00:00Z', '2025-12-22', '2025-12-28'],
  ['monthly', '2026-03-01T11:59:59Z', '2026-01-01', '2026-01-31'],
  ['monthly', '2026-03-01T12:00:00Z', '2026-02-01', '2026-02-28'],
  ['monthly', '2026-01-15T12:00:00Z', '2025-12-01', '2025-12-31'],
] as const)('returns the last %s period at %s', (interval, now, from, to) => {
  expect(getLastPeriod(interval, new Date(now))).toEqual({ from, to });
});
