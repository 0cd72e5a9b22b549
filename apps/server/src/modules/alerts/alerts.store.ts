import type { AlertKind } from '@vitrine/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import type { Alerts } from '../../platform/database/schema.gen.ts';
import type { AlertState } from './alerts.rules.ts';

export type AlertRow = Selectable<Alerts>;

/** Locks the row until the transaction ends. A concurrent check waits and then finds the alert sent. */
export const lockAlert = (tx: Tx, kind: AlertKind, subject: string, now: Date): Promise<AlertRow> =>
  tx
    .insertInto('alerts')
    .values({ kind, subject, looked_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ looked_at: sql`excluded.looked_at` }))
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateAlert = (
  tx: Tx,
  { kind, subject }: Pick<AlertRow, 'kind' | 'subject'>,
  { isTold, toldAt, toldCount, count, since }: AlertState & { count: number; since: Date | null },
) =>
  tx
    .updateTable('alerts')
    .set({ is_told: isTold, told_at: toldAt, told_count: toldCount, count, since })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();

/** Deletes the state of disabled alerts without an email. */
export const deleteAlerts = (tx: Tx, kinds: readonly AlertKind[]) => tx.deleteFrom('alerts').where('kind', 'in', kinds).execute();

/** Deletes the alerts of machines that no longer exist. */
export const deleteAlertsNotCheckedSince = (db: Database, before: Date) =>
  db.deleteFrom('alerts').where('looked_at', '<', before).execute();

/** Lists active alerts, the oldest first. There are as many rows as kinds and machines. */
export const listActiveAlerts = (db: Db): Promise<AlertRow[]> =>
  db
    .selectFrom('alerts')
    .selectAll()
    .where('since', 'is not', null)
    .orderBy('since')
    .orderBy('kind')
    .orderBy('subject')
    .limit(100)
    .execute();
