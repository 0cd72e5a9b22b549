import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import { type AlbumsApi, lockOrganisationAlbums } from '../albums/index.ts';
import { addStorageUsage, lockAccounts, reassignReservations } from '../entitlements/index.ts';
import { updateOwner } from '../files/index.ts';
import { deleteContributionsByUser, insertGuestContributions, insertOwnerSearchKey } from '../media/index.ts';
import { type ForeignCover, listCoversOutsideScope, listFilesOfFamilyScope } from './transfer-sources.read-model.ts';

interface CoverDeps {
  albums: Pick<AlbumsApi, 'clearCover'>;
}

/** Removes covers that are neither photos of the album nor of an account that may choose its cover. */
export async function clearForeignCovers(tx: Tx, { albums }: CoverDeps, covers: readonly ForeignCover[]): Promise<void> {
  for (const { albumId, fileId } of covers) await albums.clearCover(tx, albumId, [fileId]);
}

/** Maximum number of originals per statement, including their derivatives. Larger statements take too long. */
const BATCH_SIZE = 10_000;

/**
 * Transfers a family's media to its new owner: files that members added, and their storage usage. Files of guests keep their owner. This also holds for the
 * previous owner, who may have been a guest before and show the file in an own album.
 */
export async function reassignFamilyMedia(
  tx: Tx,
  deps: CoverDeps,
  { orgId, fromId, toId }: { orgId: string; fromId: string; toId: string },
): Promise<void> {
  await lockAccounts(tx, [fromId, toId]);
  const albumIds = await lockOrganisationAlbums(tx, orgId);
  const fileIds = await listFilesOfFamilyScope(tx, orgId, fromId);
  for (let from = 0; from < fileIds.length; from += BATCH_SIZE) {
    const batch = fileIds.slice(from, from + BATCH_SIZE);
    const bytes = await updateOwner(tx, sql`select unnest(${toUuidArray(batch)})`, { fromId, toId });
    await clearForeignCovers(tx, deps, await listCoversOutsideScope(tx, toUuidArray(batch), { ownerId: fromId, orgId }));
    await addStorageUsage(tx, fromId, -bytes);
    await addStorageUsage(tx, toId, bytes);
  }
  await deleteContributionsByUser(tx, albumIds, toId);
  await insertGuestContributions(tx, orgId, fromId);
  await reassignReservations(tx, albumIds, { fromId, toId });
}

/** Moves the media of a dissolved family to its owner. Locks prevent additions in the family's name in the meantime. */
export async function keepMediaWithOwner(tx: Tx, { orgId, ownerId }: { orgId: string; ownerId: string }): Promise<void> {
  await lockAccounts(tx, [ownerId]);
  await lockOrganisationAlbums(tx, orgId);
  await insertOwnerSearchKey(tx, orgId, ownerId);
}
