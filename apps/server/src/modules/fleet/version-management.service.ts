import type { DeviceVersion, VersionBody, VersionChange } from '@vitrine/contract';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { getVisiblePlatform, insertAuditEntry, type Person } from '../access/index.ts';
import { presentVersion } from './versions.presenter.ts';
import {
  deleteVersion,
  findVersion,
  insertVersion,
  isVersionInUse,
  listBaseIds,
  lockVersion,
  setBaseVersion,
  updateVersion,
  updateVersionFlags,
  type VersionRow,
  type VersionValues,
} from './versions.store.ts';

const VERSION_TAKEN_MESSAGE = 'A version with this number already exists.';
const BASE_VERSION_MESSAGE = 'This is the base version. Make another version the base version first.';
const VERSION_IN_USE_MESSAGE = 'Screens are using or installing this version.';

const toVersionValues = ({ name, versionCode, url, platform, releaseNote }: VersionBody): VersionValues => ({
  version: name,
  version_code: versionCode,
  url,
  platform,
  release_note: releaseNote,
});

/** NOT_FOUND for what is of a platform that this administrator does not see. */
export async function lockVisibleVersion(tx: Tx, actor: Person, id: string): Promise<NonNullable<Awaited<ReturnType<typeof lockVersion>>>> {
  const row = await lockVersion(tx, id);
  if (!row || !isVisiblePlatform(actor, row.platform)) throw new AppError('NOT_FOUND');
  return row;
}

const isVisiblePlatform = (actor: Person, platform: string): boolean => {
  const seen = getVisiblePlatform(actor);
  return seen === null || seen === platform;
};

/** In the same transaction, before the rows change. */
export const auditVersions = (tx: Tx, actor: Person, action: string, ids: string[]) =>
  insertAuditEntry(tx, { actorId: actor.userId, userId: null, action, objects: { table: 'versions', ids } });

const throwVersionTaken = (error: unknown): never => {
  if (isDatabaseError(error, '23505')) throw new AppError('VERSION_REFUSED', VERSION_TAKEN_MESSAGE, { cause: error });
  throw error;
};

/** Changes to versions by administrators. */
export function createVersionManagementService({ db, storage }: { db: Database; storage: Storage }) {
  const read = async (tx: Tx, id: string): Promise<DeviceVersion> => {
    const row = await findVersion(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return presentVersion(row);
  };

  const edit = async (tx: Tx, actor: Person, row: VersionRow, { updatedAt, ...body }: VersionBody & { updatedAt?: string | undefined }) => {
    if (updatedAt !== undefined && Date.parse(updatedAt) !== row.updated_at.getTime()) throw new AppError('VERSION_CHANGED');
    // To the partner's administrators there is no other platform.
    if (!isVisiblePlatform(actor, body.platform)) throw new AppError('NOT_FOUND');
    if (row.shell !== null && body.url !== row.url)
      throw new AppError('VERSION_REFUSED', 'You can’t change the URL of a version with uploaded files.');
    if (body.platform !== row.platform && (await isVersionInUse(tx, row))) throw new AppError('VERSION_REFUSED', VERSION_IN_USE_MESSAGE);
    await auditVersions(tx, actor, 'version.update', [row.id]);
    await updateVersion(tx, row.id, toVersionValues(body));
  };

  return {
    create: (actor: Person, body: VersionBody): Promise<DeviceVersion> =>
      db
        .transaction()
        .execute(async (tx) => {
          if (!isVisiblePlatform(actor, body.platform)) throw new AppError('NOT_FOUND');
          const id = newId();
          await auditVersions(tx, actor, 'version.create', [id]);
          await insertVersion(tx, { id, ...toVersionValues(body) });
          return read(tx, id);
        })
        .catch(throwVersionTaken),

    change: (actor: Person, id: string, change: VersionChange): Promise<DeviceVersion> =>
      db
        .transaction()
        .execute(async (tx) => {
          const row = await lockVisibleVersion(tx, actor, id);
          if ('type' in change) {
            await auditVersions(tx, actor, 'version.base', [...new Set([...(await listBaseIds(tx)), id])]);
            await setBaseVersion(tx, id);
          } else if ('isVisible' in change) {
            await auditVersions(tx, actor, 'version.visible', [id]);
            await updateVersionFlags(tx, id, { is_visible: change.isVisible });
          } else await edit(tx, actor, row, change);
          return read(tx, id);
        })
        .catch(throwVersionTaken),

    async remove(actor: Person, id: string): Promise<void> {
      const removed = await db.transaction().execute(async (tx) => {
        const row = await lockVisibleVersion(tx, actor, id);
        if (row.is_base) throw new AppError('VERSION_REFUSED', BASE_VERSION_MESSAGE);
        if (await isVersionInUse(tx, row)) throw new AppError('VERSION_REFUSED', `${VERSION_IN_USE_MESSAGE} It can’t be deleted.`);
        await auditVersions(tx, actor, 'version.delete', [id]);
        await deleteVersion(tx, id);
        return row;
      });
      if (removed.storage_key !== null) await storage.remove(removed.storage_key);
    },
  };
}

export type VersionManagementService = ReturnType<typeof createVersionManagementService>;
