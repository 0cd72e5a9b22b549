import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { UtcDay } from './daily-figures.rules.ts';
import type { InstallationCounts } from './overview.read-model.ts';

interface MeasuredDay {
  day: UtcDay;
  people: number;
  incomeCents: number;
}

/** Stores figures that rows contain for past days, and keeps the other measurements. */
export const upsertDays = (tx: Tx, days: readonly MeasuredDay[], now: Date) =>
  tx
    .insertInto('daily_figures')
    .values(days.map(({ day, people, incomeCents }) => ({ day, people, income_cents: incomeCents, measured_at: now })))
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({
        people: sql`excluded.people`,
        income_cents: sql`excluded.income_cents`,
        measured_at: sql`excluded.measured_at`,
      }),
    )
    .execute();

/** Stores the current counts. The day keeps its highest numbers of online devices and waiting jobs. */
export const updateToday = (tx: Tx, today: UtcDay, { devices, online, queued, storage_bytes }: InstallationCounts) =>
  tx
    .updateTable('daily_figures')
    .set({
      devices,
      storage_bytes,
      online,
      queued,
      online_most: sql`greatest(online_most, ${online}::bigint)`,
      queued_most: sql`greatest(queued_most, ${queued}::bigint)`,
    })
    .where('day', '=', sql<Date>`${today}::date`)
    .execute();
