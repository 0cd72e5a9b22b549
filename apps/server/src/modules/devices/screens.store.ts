import type { ScreenReport } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export const insertScreen = (tx: Tx, screen: { id: string; device_code: string; secret_hash: Buffer; version_code: string | null }) =>
  tx
    .insertInto('screens')
    .values(screen)
    .onConflict((conflict) => conflict.column('device_code').doNothing())
    .returning('id')
    .executeTakeFirst();

export const findScreenByCode = (tx: Tx, code: string) =>
  tx
    .selectFrom('screens')
    .leftJoin('devices', 'devices.screen_id', 'screens.id')
    .select(['screens.id', 'screens.secret_hash', 'screens.revision', 'devices.id as device_id'])
    .where('screens.device_code', '=', code)
    .executeTakeFirst();

export const updateScreenSeen = (tx: Tx, id: string, versionCode: string | null) =>
  tx
    .updateTable('screens')
    .set({ seen_at: sql`now()`, ...(versionCode === null ? {} : { version_code: versionCode }) })
    .where('id', '=', id)
    .execute();

/** The registry's row, held while somebody adds or removes it as a device. */
export const lockScreenByCode = (tx: Tx, code: string) =>
  tx.selectFrom('screens').select('id').where('device_code', '=', code).forUpdate().executeTakeFirst();

export const raiseRevision = async (tx: Tx, screenId: string): Promise<number> => {
  const row = await tx
    .updateTable('screens')
    .set({ revision: sql`revision + 1` })
    .where('id', '=', screenId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return row.revision;
};

/** Screens that nobody added and that have not been heard of for a week. */
export const deleteForgottenScreens = (tx: Tx) =>
  sql`delete from screens where seen_at < now() - interval '7 days' and not exists (select from devices where devices.screen_id = screens.id)`.execute(
    tx,
  );

/** Null when the process has lost the screen; `only` that process may say so. */
export const updateLiveProcess = (tx: Tx, screenId: string, processId: string | null, only?: string) =>
  tx
    .updateTable('screens')
    .set({ live_process_id: processId, seen_at: sql`now()` })
    .where('id', '=', screenId)
    .$if(only !== undefined, (query) => query.where('live_process_id', '=', only ?? null))
    .execute();

export const updateReport = (tx: Tx, screenId: string, report: ScreenReport) =>
  tx
    .updateTable('screens')
    .set({ report: JSON.stringify(report), reported_at: sql`now()` })
    .where('id', '=', screenId)
    .execute();

/** Screens whose process died are offline; answers those that somebody owns. */
export const clearDeadProcesses = (tx: Tx) =>
  sql<{ id: string; user_id: string }>`
    with dead as (
      update screens set live_process_id = null where live_process_id is not null
        and not exists (select from process_heartbeats where process_id = screens.live_process_id) returning screens.id)
    select devices.id, devices.user_id from devices join dead on dead.id = devices.screen_id`.execute(tx);
