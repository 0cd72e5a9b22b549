import type { Overview } from '@vitrine/contract';
import { type DayFigures, getFirstOfMonth, type UtcDay } from './daily-figures.rules.ts';
import type { InstallationCounts } from './overview.read-model.ts';

/** Up to this number, objects are counted on each request; larger figures come from the last measurement. */
export const MAX_LIVE_COUNT = 2000;

interface OverviewInput {
  /** All that are shown, the oldest first. */
  days: readonly UtcDay[];
  measured: readonly DayFigures[];
  /** Each up to `MAX_LIVE_COUNT`. */
  counts: InstallationCounts;
  /** Cents of each day from `openFrom` on that has any. */
  income: ReadonlyMap<UtcDay, number>;
  openFrom: UtcDay;
}

export function presentOverview({ days, measured, counts, income, openFrom }: OverviewInput): Omit<Overview, 'attention'> {
  const today = days.at(-1) ?? '';
  const byDay = new Map(measured.map((figures) => [figures.day, figures]));
  const now = getCurrentCounts(byDay.get(today) ?? measured.at(-1), counts);
  const before = (of: (figures: DayFigures) => number | null) =>
    days.slice(0, -1).map((day) => {
      const figures = byDay.get(day);
      return figures ? of(figures) : null;
    });
  const figuresOfToday = byDay.get(today);
  const getIncome = (day: UtcDay) => (day >= openFrom ? (income.get(day) ?? 0) : (byDay.get(day)?.income_cents ?? null));
  const monthSoFar = days.filter((day) => day >= getFirstOfMonth(today)).map((day) => getIncome(day) ?? 0);
  return {
    today,
    people: { now: now.people, days: [...before(({ people }) => people), now.people] },
    online: {
      now: now.online,
      devices: now.devices,
      days: [...before(({ online_most: most }) => most), Math.max(now.online, figuresOfToday?.online_most ?? 0)],
    },
    storage: { now: now.storage, days: [...before(({ storage_bytes: bytes }) => bytes), now.storage] },
    queue: {
      now: now.queued,
      days: [...before(({ queued_most: most }) => most), Math.max(now.queued, figuresOfToday?.queued_most ?? 0)],
    },
    income: { now: monthSoFar.reduce((sum, cents) => sum + cents, 0), days: days.map(getIncome) },
  };
}

/** Returns the counts, or the last measurement where counting stopped. */
function getCurrentCounts(last: DayFigures | undefined, counts: InstallationCounts) {
  const pick = (counted: number, known: number | null | undefined) => (counted < MAX_LIVE_COUNT ? counted : Math.max(counted, known ?? 0));
  return {
    people: pick(counts.people, last?.people),
    devices: pick(counts.devices, last?.devices),
    online: pick(counts.online, last?.online),
    queued: pick(counts.queued, last?.queued),
    storage: counts.accountsWithStorage < MAX_LIVE_COUNT ? counts.storage_bytes : Math.max(counts.storage_bytes, last?.storage_bytes ?? 0),
  };
}
