import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import { type AlbumsApi, lockOrganisationAlbums } from '../albums/index.ts';
import { addStorageUsage, lockAccounts, reassignReservations } from '../entitlements/index.ts';
import { updateOwner } from '../files/index.ts';
import { type ForeignCover, insertGuestContributions, listCoversOutsideScope, listFilesOfFamilyScope } from './copies.store.ts';
import { deleteContributionsByUser, insertOwnerSearchKey } from './media.store.ts';

interface CoverDeps {
  albums: Pick<AlbumsApi, 'clearCover'>;
}

/** An album keeps no picture for a cover that is none of its own, nor of those who may choose it. */
export async function clearForeignCovers(tx: Tx, { albums }: CoverDeps, covers: readonly ForeignCover[]): Promise<void> {
  for (const { albumId, fileId } of covers) await albums.clearCover(tx, albumId, [fileId]);
}

/** Each with its smaller copies: a statement that writes more takes too long. */
const BATCH_SIZE = 10_000;

/**
 * The family is another's: so are the files that members brought to it, and what they take of the storage. What guests brought stays theirs, also
 * where that is the owner before, who was one once and shows it in an album of their own.
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
    const some = fileIds.slice(from, from + BATCH_SIZE);
    const bytes = await updateOwner(tx, sql`select unnest(${toUuidArray(some)})`, { fromId, toId });
    await clearForeignCovers(tx, deps, await listCoversOutsideScope(tx, toUuidArray(some), { ownerId: fromId, orgId }));
    await addStorageUsage(tx, fromId, -bytes);
    await addStorageUsage(tx, toId, bytes);
  }
  await deleteContributionsByUser(tx, albumIds, toId);
  await insertGuestContributions(tx, orgId, fromId);
  await reassignReservations(tx, albumIds, { fromId, toId });
}

/** The family is no more: its media are found as its owner's. Nobody makes or adds anything in its name meanwhile. */
export async function keepMediaWithOwner(tx: Tx, { orgId, ownerId }: { orgId: string; ownerId: string }): Promise<void> {
  await lockAccounts(tx, [ownerId]);
  await lockOrganisationAlbums(tx, orgId);
  await insertOwnerSearchKey(tx, orgId, ownerId);
}
