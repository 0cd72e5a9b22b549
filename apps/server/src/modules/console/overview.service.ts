import { type AttentionKind, MAX_ATTENTION_COUNT, OVERVIEW_DAYS, type Overview } from '@vitrine/contract';
import type { Platform } from '../define-module.ts';
import type { SystemApi } from '../system/index.ts';
import { computeDailyTotals, getFirstOfMonth, listDaysToMeasure, listDaysUntil, toUtcDay } from './daily-figures.rules.ts';
import { MAX_LIVE_COUNT, presentOverview } from './overview.presenter.ts';
import { countAttention, countCurrent, countSignUpsByDay, listDayFigures, sumIncomeByDay } from './overview.read-model.ts';
import { updateToday, upsertDays } from './overview.store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { system: SystemApi };

export const MEASURE_INTERVAL_MS = 5 * 60_000;

/** The installation in figures: now, and on each of the last days. */
export function createOverviewService({ db, clock, system }: Deps) {
  /** The days that are shown, what is known of them, and today. */
  const readDays = async (now: Date) => {
    const today = toUtcDay(now);
    const days = listDaysUntil(today, OVERVIEW_DAYS);
    return { today, days, measured: await listDayFigures(db, days[0] ?? today) };
  };

  /** The most urgent first. */
  const listAttention = async (now: Date): Promise<Overview['attention']> => {
    const [hasWorker, isDiskLow, isMailFailing, jobs, troubles] = await Promise.all([
      system.hasWorker(),
      system.isDiskLow(),
      system.isMailFailing(),
      system.countFailedJobs(MAX_ATTENTION_COUNT),
      countAttention(db, now),
    ]);
    const counts: Record<AttentionKind, number> = {
      workersGone: hasWorker ? 0 : 1,
      diskLow: isDiskLow ? 1 : 0,
      mailFailed: isMailFailing ? 1 : 0,
      mailNotSent: system.sendsMail ? 0 : 1,
      jobsFailed: jobs,
      videosFailed: troubles.videos,
      screensGone: troubles.screens,
      paymentsFailed: troubles.payments,
      messagesWaiting: troubles.messages,
    };
    return (Object.keys(counts) as AttentionKind[]).map((kind) => ({ kind, count: counts[kind] })).filter(({ count }) => count > 0);
  };

  return {
    /** Counts current objects, and figures of past days that can still be derived. Another process may have done it a moment ago. */
    async measure(): Promise<void> {
      const now = clock.now();
      const { today, days, measured } = await readDays(now);
      const last = measured.at(-1);
      if (last?.day === today && now.getTime() - last.measured_at.getTime() < MEASURE_INTERVAL_MS / 2) return;
      const open = listDaysToMeasure(days, measured);
      const from = open[0] ?? today;
      const [counts, came, income] = [await countCurrent(db, null), await countSignUpsByDay(db, from), await sumIncomeByDay(db, from)];
      const people = computeDailyTotals(open, counts.people, came);
      await db.transaction().execute(async (tx) => {
        const told = open.map((day) => ({ day, people: people.get(day) ?? 0, incomeCents: income.get(day) ?? 0 }));
        await upsertDays(tx, told, now);
        await updateToday(tx, today, counts);
      });
    },

    async read(): Promise<Overview> {
      const now = clock.now();
      const { today, days, measured } = await readDays(now);
      const openFrom = listDaysToMeasure(days, measured).find((day) => day >= getFirstOfMonth(today)) ?? today;
      const [counts, income, attention] = await Promise.all([
        countCurrent(db, MAX_LIVE_COUNT),
        sumIncomeByDay(db, openFrom),
        listAttention(now),
      ]);
      return { ...presentOverview({ days, measured, counts, income, openFrom }), attention };
    },
  };
}

export type OverviewService = ReturnType<typeof createOverviewService>;
