import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** More than anybody looks through; older ones stay in the table. */
const MAX_LISTED = 100;

/** The newest first. */
export const listVersions = (db: Db) =>
  db
    .selectFrom('versions')
    .select(['id', 'url', 'version', 'version_code', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();

export const findVersion = (db: Db, { url, version, versionCode }: { url: string; version: string; versionCode: string }) =>
  db
    .selectFrom('versions')
    .select('id')
    .where('url', '=', url)
    .where('version', '=', version)
    .where('version_code', '=', versionCode)
    .executeTakeFirst();

export const upsertVersionUpdate = (tx: Tx, update: { device_id: string; version_id: string; command_id: string }) =>
  tx
    .insertInto('version_updates')
    .values(update)
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ ...update, completed_at: null, created_at: sql`now()` }))
    .execute();

/** True when this command was a version update that had not completed yet. */
export const completeVersionUpdate = async (tx: Tx, commandId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('version_updates')
    .set({ completed_at: sql`now()` })
    .where('command_id', '=', commandId)
    .where('completed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};
