import type { Overview } from '@vitrine/contract';
import { type Day, type DayFigures, monthOf } from './days.rules.ts';
import type { Counts } from './overview.read-model.ts';

/** What there are fewer of is counted whenever somebody looks; of more, the last measurement tells. */
export const COUNTED_MOST = 2000;

interface Read {
  /** All that are shown, the oldest first. */
  days: readonly Day[];
  measured: readonly DayFigures[];
  /** Each up to `COUNTED_MOST`. */
  counts: Counts;
  /** Cents of each day from `openFrom` on that has any. */
  income: ReadonlyMap<Day, number>;
  openFrom: Day;
}

export function presentOverview({ days, measured, counts, income, openFrom }: Read): Omit<Overview, 'attention'> {
  const today = days.at(-1) ?? '';
  const byDay = new Map(measured.map((figures) => [figures.day, figures]));
  const now = nowOf(byDay.get(today) ?? measured.at(-1), counts);
  const before = (of: (figures: DayFigures) => number | null) =>
    days.slice(0, -1).map((day) => {
      const figures = byDay.get(day);
      return figures ? of(figures) : null;
    });
  const figuresOfToday = byDay.get(today);
  const incomeOf = (day: Day) => (day >= openFrom ? (income.get(day) ?? 0) : (byDay.get(day)?.income_cents ?? null));
  const monthSoFar = days.filter((day) => day >= monthOf(today)).map((day) => incomeOf(day) ?? 0);
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
    income: { now: monthSoFar.reduce((sum, cents) => sum + cents, 0), days: days.map(incomeOf) },
  };
}

/** What was counted, or was measured last where counting stopped. */
function nowOf(last: DayFigures | undefined, counts: Counts) {
  const pick = (counted: number, known: number | null | undefined) => (counted < COUNTED_MOST ? counted : Math.max(counted, known ?? 0));
  return {
    people: pick(counts.people, last?.people),
    devices: pick(counts.devices, last?.devices),
    online: pick(counts.online, last?.online),
    queued: pick(counts.queued, last?.queued),
    storage: counts.storers < COUNTED_MOST ? counts.storage_bytes : Math.max(counts.storage_bytes, last?.storage_bytes ?? 0),
  };
}
