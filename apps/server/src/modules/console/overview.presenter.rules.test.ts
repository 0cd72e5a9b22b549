import { expect, it } from 'vitest';
import type { DayFigures } from './daily-figures.rules.ts';
import { MAX_LIVE_COUNT, presentOverview } from './overview.presenter.ts';

const days = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'];
const figures = (day: string, change: Partial<DayFigures> = {}): DayFigures => ({
  day,
  people: 1,
  devices: 1,
  storage_bytes: 100,
  online: 1,
  online_most: 2,
  queued: 0,
  queued_most: 5,
  income_cents: 1000,
  measured_at: new Date(),
  ...change,
});
const counts = { people: 7, devices: 3, online: 1, queued: 0, accountsWithStorage: 2, storage_bytes: 500 };

it('shows the current count as the last day, the daily maximum of fluctuating figures, and nothing for days without a measurement', () => {
  const measured = [figures('2026-11-01'), figures('2026-11-03', { online_most: 4, people: 5 })];
  const income = new Map([['2026-11-03', 250]]);
  expect(presentOverview({ days, measured, counts, income, openFrom: '2026-11-02' })).toEqual({
    today: '2026-11-03',
    people: { now: 7, days: [null, 1, null, 7] },
    online: { now: 1, devices: 3, days: [null, 2, null, 4] },
    storage: { now: 500, days: [null, 100, null, 500] },
    queue: { now: 0, days: [null, 5, null, 5] },
    income: { now: 1250, days: [null, 1000, 0, 250] },
  });
});

it('counts the income of the month, minus its refunds', () => {
  const measured = [figures('2026-10-31', { income_cents: 9999 }), figures('2026-11-01'), figures('2026-11-02')];
  const income = new Map([['2026-11-03', -300]]);
  expect(presentOverview({ days, measured, counts, income, openFrom: '2026-11-03' }).income).toEqual({
    now: 1700,
    days: [9999, 1000, 1000, -300],
  });
});

it('uses the last measurement for figures that are too large to count', () => {
  const most = {
    people: MAX_LIVE_COUNT,
    devices: MAX_LIVE_COUNT,
    online: MAX_LIVE_COUNT,
    queued: 3,
    accountsWithStorage: MAX_LIVE_COUNT,
    storage_bytes: 10,
  };
  const measured = [figures('2026-11-03', { people: 1e6, devices: 2e5, online: 15_000, storage_bytes: 1e12 })];
  const shown = presentOverview({ days, measured, counts: most, income: new Map(), openFrom: '2026-11-03' });
  expect([shown.people.now, shown.online.devices, shown.online.now, shown.queue.now, shown.storage.now]).toEqual([
    1e6, 2e5, 15_000, 3, 1e12,
  ]);
  const unmeasured = presentOverview({ days, measured: [], counts: most, income: new Map(), openFrom: '2026-11-03' });
  expect(unmeasured.people.now).toBe(MAX_LIVE_COUNT);
});
