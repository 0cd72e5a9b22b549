import type { Tx } from '../../platform/database/database.ts';
import { handle, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { deleteBinnedOfAccount } from './bin.store.ts';
import { deleteOriginals, listOriginalIds, lockUnused } from './files.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { removeBytesJob } from './media.job-types.ts';
import { DERIVATIVE_ROLES, derivativeKey, originalKey } from './media.rules.ts';
import { deleteMediaOfAccount } from './media.store.ts';
import { addUsage, lockUsage } from './usage.store.ts';

/** Takes originals away that no album holds any more: rows and quota now, bytes once the transaction is through. */
export async function removeUnused(tx: Tx, queue: MediaDeps['queue'], fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const owners = await tx.selectFrom('files').select('owner_id').distinct().where('id', 'in', fileIds).orderBy('owner_id').execute();
  // The account first, as everywhere: whoever attaches a file holds it while doing so.
  for (const { owner_id } of owners) await lockUsage(tx, owner_id);
  const unused = await lockUnused(tx, fileIds);
  if (unused.length === 0) return;
  for (const file of unused) await addUsage(tx, file.owner_id, -file.size_bytes);
  const ids = unused.map((file) => file.id);
  await deleteOriginals(tx, ids);
  await queue.add(tx, removeBytesJob, { fileIds: ids });
}

/** The account goes, and with it every byte it brought, also out of others' albums and bins; its own albums are gone by now. */
export async function removeOfAccount(tx: Tx, { queue, onAlbumContentChanged }: AccountRemovalDeps, userId: string): Promise<void> {
  const fileIds = await listOriginalIds(tx, userId);
  await deleteBinnedOfAccount(tx, userId, fileIds);
  const left = await deleteMediaOfAccount(tx, userId, fileIds);
  for (const albumId of left) await onAlbumContentChanged(tx, albumId);
  if (fileIds.length === 0) return;
  await deleteOriginals(tx, fileIds);
  await queue.add(tx, removeBytesJob, { fileIds });
}

type AccountRemovalDeps = Pick<MediaDeps, 'queue' | 'onAlbumContentChanged'>;

const TURNED = [90, 180, 270];

/** Removes an original and all that was, or was about to be, made from it. */
export async function removeBytes(storage: Storage, fileId: string): Promise<void> {
  for (const role of DERIVATIVE_ROLES) await storage.remove(derivativeKey(fileId, role));
  for (const rotation of TURNED) await storage.remove(derivativeKey(fileId, 'screen', rotation));
  await storage.remove(originalKey(fileId));
}

export const createRemoveBytesHandler = (storage: Storage): JobHandler =>
  handle(removeBytesJob, async ({ fileIds }) => {
    for (const fileId of fileIds) await removeBytes(storage, fileId);
  });
