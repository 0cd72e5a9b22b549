import type { Tx } from '../../platform/database/database.ts';
import type { AlbumsApi } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { lockAccounts } from '../entitlements/index.ts';
import { listOriginalIds } from '../files/index.ts';
import { findBillingOwner, listOrganisationIds } from '../organisations/index.ts';
import { deleteBinnedMediaOfFiles } from './binned-media.store.ts';
import { mediaRemovedFromAlbum } from './media.events.ts';
import { deleteAccountMediaInOtherAlbums, listContributors, listShownFileIds } from './media.store.ts';

/** Media with these originals left the album (moved or deleted): clears its cover if it was one of them. */
export async function handleMediaRemoved(
  tx: Tx,
  { albums, emit }: Pick<Platform, 'emit'> & { albums: Pick<AlbumsApi, 'clearCover'> },
  albumId: string,
  fileIds: string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const shown = new Set(await listShownFileIds(tx, albumId, fileIds));
  const gone = fileIds.filter((id) => !shown.has(id));
  if (gone.length > 0) await albums.clearCover(tx, albumId, gone);
  await emit(tx, mediaRemovedFromAlbum, { fileIds });
}

/**
 * Locks an account that is being deleted, all accounts that contributed to its albums, and the owners of its families, before albums are locked. The member's
 * uploads to a family lock its owner's account first.
 */
export async function lockAccountsForDeletion(tx: Tx, userId: string): Promise<void> {
  const ownerIds: string[] = [];
  for (const orgId of await listOrganisationIds(tx, userId)) ownerIds.push((await findBillingOwner(tx, { userId, orgId })) ?? userId);
  await lockAccounts(tx, [userId, ...ownerIds, ...(await listContributors(tx, userId))]);
}

/** Deletes all media of files of an account that is being deleted, also from albums and bins of other accounts. */
export async function deleteAccountMedia(tx: Tx, { albums }: { albums: Pick<AlbumsApi, 'contentChanged'> }, userId: string): Promise<void> {
  const fileIds = await listOriginalIds(tx, userId);
  await deleteBinnedMediaOfFiles(tx, fileIds);
  for (const albumId of await deleteAccountMediaInOtherAlbums(tx, userId, fileIds)) await albums.contentChanged(tx, albumId);
}
