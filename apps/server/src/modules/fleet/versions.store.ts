import type { PlatformTag } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { ArchivedFile } from './version-archive.ts';

const COLUMNS = [
  'id',
  'version',
  'version_code',
  'url',
  'platform',
  'release_note',
  'is_visible',
  'is_base',
  'shell',
  'created_at',
  'updated_at',
] as const;

export interface VersionFilter {
  /** Null for all platforms. */
  platform: PlatformTag | null;
  isVisible?: true;
}

/** Lists versions, newest first. */
export const listVersions = (
  db: Db,
  { platform, isVisible }: VersionFilter,
  { page, dataPerPage }: { page: number; dataPerPage: number },
) =>
  db
    .selectFrom('versions')
    .select(COLUMNS)
    .$if(platform !== null, (query) => query.where('platform', '=', platform ?? ''))
    .$if(isVisible === true, (query) => query.where('is_visible', '=', true))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** Finds a version by its fields among those that match the filter. */
export const findListedVersion = (
  db: Db,
  { platform, isVisible }: VersionFilter,
  { url, version, versionCode }: { url: string; version: string; versionCode: string },
) =>
  db
    .selectFrom('versions')
    .select(COLUMNS)
    .where('version_code', '=', versionCode)
    .where('url', '=', url)
    .where('version', '=', version)
    .$if(platform !== null, (query) => query.where('platform', '=', platform ?? ''))
    .$if(isVisible === true, (query) => query.where('is_visible', '=', true))
    .executeTakeFirst();

export const findVersion = (db: Db, id: string) => db.selectFrom('versions').select(COLUMNS).where('id', '=', id).executeTakeFirst();

export const lockVersion = (tx: Tx, id: string) =>
  tx
    .selectFrom('versions')
    .select([...COLUMNS, 'storage_key'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export interface VersionValues {
  version: string;
  version_code: string;
  url: string;
  platform: PlatformTag;
  release_note: string;
}

/** Throws 23505 when another version has this number. */
export const insertVersion = (tx: Tx, version: VersionValues & { id: string }) => tx.insertInto('versions').values(version).execute();

export const updateVersion = (tx: Tx, id: string, values: VersionValues) =>
  tx
    .updateTable('versions')
    // Strictly increasing, because editors send this time back to detect conflicts.
    .set({ ...values, updated_at: sql`greatest(clock_timestamp(), updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .execute();

/** Does not change the edited fields or the time of the last change. */
export const updateVersionFlags = (tx: Tx, id: string, mark: { is_visible: boolean } | { is_base: true }) =>
  tx.updateTable('versions').set(mark).where('id', '=', id).execute();

/** Makes this the base version instead of the previous one. Concurrent changes wait here. */
export async function setBaseVersion(tx: Tx, id: string): Promise<void> {
  await sql`select from versions where is_base or id = ${id} order by id for update`.execute(tx);
  await tx.updateTable('versions').set({ is_base: false }).where('is_base', '=', true).execute();
  await updateVersionFlags(tx, id, { is_base: true });
}

export const listBaseIds = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('versions').select('id').where('is_base', '=', true).execute()).map(({ id }) => id);

export const deleteVersion = (tx: Tx, id: string) => tx.deleteFrom('versions').where('id', '=', id).execute();

/** Returns true when screens run the version or a rollout distributes it. */
export const isVersionInUse = async (
  tx: Tx,
  { id, version_code, shell }: Pick<VersionRow, 'id' | 'version_code' | 'shell'>,
): Promise<boolean> => {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from rollouts where version_id = ${id} and state <> 'ended')
      or exists (select from screens where version_code = ${version_code})
      or (${shell}::text is not null and exists (select from screens where report->'shell'->>'good' = ${shell})) as used`.execute(tx);
  return rows[0]?.used ?? false;
};

export async function replaceVersionFiles(
  tx: Tx,
  versionId: string,
  { files, ...columns }: { files: readonly ArchivedFile[]; shell: string; storage_key: string; url: string },
): Promise<void> {
  await tx.deleteFrom('version_files').where('version_id', '=', versionId).execute();
  await tx
    .insertInto('version_files')
    .values(
      files.map(({ path, sha256, startsAt, sizeBytes }) => ({
        version_id: versionId,
        path,
        sha256,
        starts_at: startsAt,
        size_bytes: sizeBytes,
      })),
    )
    .execute();
  await tx
    .updateTable('versions')
    .set({ ...columns, updated_at: sql`greatest(clock_timestamp(), updated_at + interval '1 millisecond')` })
    .where('id', '=', versionId)
    .execute();
}

export const listVersionFiles = (db: Db, versionId: string) =>
  db.selectFrom('version_files').select(['path', 'sha256']).where('version_id', '=', versionId).orderBy('path').execute();

export const findVersionFile = (db: Db, versionId: string, path: string) =>
  db
    .selectFrom('version_files')
    .innerJoin('versions', 'versions.id', 'version_files.version_id')
    .select(['version_files.sha256', 'version_files.starts_at', 'version_files.size_bytes', 'versions.storage_key'])
    .where('version_files.version_id', '=', versionId)
    .where('version_files.path', '=', path)
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
