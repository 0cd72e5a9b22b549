import type { Db, Tx } from '../../platform/database/database.ts';
import { createJobHandler, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { FileReference, Platform } from '../define-module.ts';
import { addStorageUsage, lockStorageUsage } from '../entitlements/index.ts';
import { isUnreferenced } from './file-access.read-model.ts';
import { removeFileBytesJob, removeStoredKeyJob } from './files.jobs.ts';
import { DERIVATIVE_ROLES, type DerivativeRole, getDerivativeKey, getOriginalKey, RENDER_VERSIONS } from './files.rules.ts';
import {
  deleteOriginals,
  listDocuments,
  listOriginalIds,
  listOwnerIds,
  listRegeneratedKeys,
  listUnusedUploads,
  lockUnusedFiles,
} from './files.store.ts';

/** Deletes originals that are no longer referenced: rows and quota in the transaction, bytes after the commit. */
export function createFileRemoval({ queue, fileHolders }: Pick<Platform, 'queue'> & { fileHolders: readonly FileReference[] }) {
  const isUnused = isUnreferenced(fileHolders);
  const deleteOriginalsAndBytes = async (tx: Tx, fileIds: string[]): Promise<void> => {
    const keys = await listRegeneratedKeys(tx, fileIds);
    const documents = await listDocuments(tx, fileIds);
    await deleteOriginals(tx, fileIds);
    await queue.add(tx, removeFileBytesJob, { fileIds, keys, documents });
  };
  return {
    /** Deletes the given files that are not in use. */
    async deleteUnused(tx: Tx, fileIds: string[]): Promise<void> {
      if (fileIds.length === 0) return;
      // Lock the account first, as everywhere: attaching a file locks it as well.
      for (const ownerId of await listOwnerIds(tx, fileIds)) await lockStorageUsage(tx, ownerId);
      const unused = await lockUnusedFiles(tx, isUnused, fileIds);
      if (unused.length === 0) return;
      for (const [ownerId, files] of Map.groupBy(unused, (file) => file.owner_id))
        await addStorageUsage(tx, ownerId, -files.reduce((sum, file) => sum + file.size_bytes, 0));
      await deleteOriginalsAndBytes(
        tx,
        unused.map((file) => file.id),
      );
    },

    /** Deletes all files of a deleted account, after all references to them were deleted. */
    async deleteAccountFiles(tx: Tx, userId: string): Promise<void> {
      const fileIds = await listOriginalIds(tx, userId);
      if (fileIds.length > 0) await deleteOriginalsAndBytes(tx, fileIds);
    },

    listUnusedUploads: async (db: Db, hours: number, limit: number): Promise<string[]> =>
      (await listUnusedUploads(db, isUnused, hours, limit)).map((file) => file.id),
  };
}

const listRenderVersions = (role: DerivativeRole) => Array.from({ length: RENDER_VERSIONS[role] }, (_, index) => index + 1);
const ROTATIONS = [90, 180, 270];
const ROTATED_ROLES = ['screen', 'screen_hd'] as const;
const PAGE_ROLES = ROTATED_ROLES;

/** Removes the bytes of an original and of all its possible derivatives, including derivatives of unfinished jobs. `pageCount`: pages of a document. */
export async function deleteFileBytes(storage: Storage, fileId: string, pageCount = 0): Promise<void> {
  for (let page = 1; page <= pageCount; page++)
    for (const role of PAGE_ROLES) await storage.remove(getDerivativeKey(fileId, role, { page }));
  for (const role of DERIVATIVE_ROLES)
    for (const recipe of listRenderVersions(role)) await storage.remove(getDerivativeKey(fileId, role, { recipe }));
  for (const rotation of ROTATIONS)
    for (const role of ROTATED_ROLES)
      for (const recipe of listRenderVersions(role)) await storage.remove(getDerivativeKey(fileId, role, { rotation, recipe }));
  await storage.remove(getOriginalKey(fileId));
}

export const createRemoveStoredKeyHandler = (storage: Storage): JobHandler =>
  createJobHandler(removeStoredKeyJob, ({ key }) => storage.remove(key));

export const createRemoveFileBytesHandler = (storage: Storage): JobHandler =>
  createJobHandler(removeFileBytesJob, async ({ fileIds, keys = [], documents = [] }) => {
    const pageCounts = new Map(documents.map(({ id, pageCount }) => [id, pageCount]));
    for (const key of keys) await storage.remove(key);
    for (const fileId of fileIds) await deleteFileBytes(storage, fileId, pageCounts.get(fileId));
  });
