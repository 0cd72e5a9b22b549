import type { Db, Tx } from '../../platform/database/database.ts';
import { handle, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { FileHolder, Platform } from '../define-module.ts';
import { addUsage, lockUsage } from '../entitlements/index.ts';
import { isHeldByNone } from './files.holders.ts';
import { removeBytesJob, removeKeyJob } from './files.job-types.ts';
import { DERIVATIVE_ROLES, type DerivativeRole, derivativeKey, originalKey, RECIPES } from './files.rules.ts';
import { deleteOriginals, listForgotten, listOriginalIds, listOwnerIds, listRemadeKeys, lockUnused } from './files.store.ts';

/** Takes originals away once nothing holds them: rows and quota in the transaction, bytes once it is through. */
export function createRemoval({ queue, fileHolders }: Pick<Platform, 'queue'> & { fileHolders: readonly FileHolder[] }) {
  const isUnused = isHeldByNone(fileHolders);
  const removeOriginals = async (tx: Tx, fileIds: string[]): Promise<void> => {
    const keys = await listRemadeKeys(tx, fileIds);
    await deleteOriginals(tx, fileIds);
    await queue.add(tx, removeBytesJob, { fileIds, keys });
  };
  return {
    /** Those of these that nothing holds any more. */
    async removeUnused(tx: Tx, fileIds: string[]): Promise<void> {
      if (fileIds.length === 0) return;
      // The account first, as everywhere: whoever attaches a file holds it while doing so.
      for (const ownerId of await listOwnerIds(tx, fileIds)) await lockUsage(tx, ownerId);
      const unused = await lockUnused(tx, isUnused, fileIds);
      if (unused.length === 0) return;
      for (const [ownerId, files] of Map.groupBy(unused, (file) => file.owner_id))
        await addUsage(tx, ownerId, -files.reduce((sum, file) => sum + file.size_bytes, 0));
      await removeOriginals(
        tx,
        unused.map((file) => file.id),
      );
    },

    /** The account goes, and with it every byte it brought. What held them has let go of them by now. */
    async removeOfAccount(tx: Tx, userId: string): Promise<void> {
      const fileIds = await listOriginalIds(tx, userId);
      if (fileIds.length > 0) await removeOriginals(tx, fileIds);
    },

    listForgotten: async (db: Db, hours: number, limit: number): Promise<string[]> =>
      (await listForgotten(db, isUnused, hours, limit)).map((file) => file.id),
  };
}

export type Removal = ReturnType<typeof createRemoval>;

const recipesOf = (role: DerivativeRole) => Array.from({ length: RECIPES[role] }, (_, index) => index + 1);
const TURNED = [90, 180, 270];
const ROTATED_ROLES = ['screen', 'screen_hd'] as const;

/** Removes an original's bytes and all that was, or was about to be, made from it. */
export async function removeBytes(storage: Storage, fileId: string): Promise<void> {
  for (const role of DERIVATIVE_ROLES) for (const recipe of recipesOf(role)) await storage.remove(derivativeKey(fileId, role, 0, recipe));
  for (const rotation of TURNED)
    for (const role of ROTATED_ROLES)
      for (const recipe of recipesOf(role)) await storage.remove(derivativeKey(fileId, role, rotation, recipe));
  await storage.remove(originalKey(fileId));
}

export const createRemoveKeyHandler = (storage: Storage): JobHandler => handle(removeKeyJob, ({ key }) => storage.remove(key));

export const createRemoveBytesHandler = (storage: Storage): JobHandler =>
  handle(removeBytesJob, async ({ fileIds, keys = [] }) => {
    for (const key of keys) await storage.remove(key);
    for (const fileId of fileIds) await removeBytes(storage, fileId);
  });
