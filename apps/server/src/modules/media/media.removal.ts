import type { Tx } from '../../platform/database/database.ts';
import { listOriginalIds } from '../files/index.ts';
import { deleteBinnedOfAccount } from './bin.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { deleteMediaOfAccount } from './media.store.ts';

/** The account goes, and with it all media of what it brought, also out of others' albums and bins. */
export async function removeOfAccount(tx: Tx, { albums }: Pick<MediaDeps, 'albums'>, userId: string): Promise<void> {
  const fileIds = await listOriginalIds(tx, userId);
  await deleteBinnedOfAccount(tx, fileIds);
  for (const albumId of await deleteMediaOfAccount(tx, userId, fileIds)) await albums.contentChanged(tx, albumId);
}
