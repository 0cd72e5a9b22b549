import type { ScreenReport } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { audienceOf } from '../access/index.ts';

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

/** Its live link is with this process, and comes from this address. */
export const updateConnected = (tx: Tx, screenId: string, processId: string, address: string) =>
  tx
    .updateTable('screens')
    .set({ live_process_id: processId, seen_at: sql`now()`, address: address.slice(0, 64) })
    .where('id', '=', screenId)
    .execute();

/** Only the process that had it may say that it is gone: it may be with another by now. */
export const updateDisconnected = (tx: Tx, screenId: string, processId: string) =>
  tx
    .updateTable('screens')
    .set({ live_process_id: null, seen_at: sql`now()` })
    .where('id', '=', screenId)
    .where('live_process_id', '=', processId)
    .execute();

export const updateReport = (tx: Tx, screenId: string, report: ScreenReport) =>
  tx
    .updateTable('screens')
    .set({ report: JSON.stringify(report), reported_at: sql`now()` })
    .where('id', '=', screenId)
    .execute();

/** Screens whose process died are offline; answers those that somebody owns. */
export const clearDeadProcesses = (tx: Tx) =>
  sql<{ id: string; audience: string[] }>`
    with dead as (
      update screens set live_process_id = null where live_process_id is not null
        and not exists (select from process_heartbeats where process_id = screens.live_process_id) returning screens.id)
    select devices.id, ${audienceOf('devices')} as audience from devices join dead on dead.id = devices.screen_id`.execute(tx);

/** Another id and secret for the same screen; false when the id is taken. */
export const renameScreen = async (tx: Tx, screenId: string, code: string, secretHash: Buffer): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('screens')
    .set({ last_code: sql`device_code`, device_code: code, secret_hash: secretHash })
    .where('id', '=', screenId)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('screens').select('id').where('device_code', '=', code))))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};
