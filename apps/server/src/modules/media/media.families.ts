import { sql } from 'kysely';
import { type Tx, uuids } from '../../platform/database/database.ts';
import { type AlbumsFace, lockOfOrganisation } from '../albums/index.ts';
import { addUsage, handOverReservations, holdAccounts } from '../entitlements/index.ts';
import { changeOwner } from '../files/index.ts';
import { countAsGuest, listAtHome, listCoversOutside, type StrangeCover } from './copies.store.ts';
import { deleteContributions, insertSearchKey } from './media.store.ts';

interface Covers {
  albums: Pick<AlbumsFace, 'clearCover'>;
}

/** An album keeps no picture for a cover that is none of its own, nor of those who may choose it. */
export async function clearStrangeCovers(tx: Tx, { albums }: Covers, covers: readonly StrangeCover[]): Promise<void> {
  for (const { albumId, fileId } of covers) await albums.clearCover(tx, albumId, [fileId]);
}

/** Each with its smaller copies: a statement that writes more takes too long. */
const AT_ONCE = 10_000;

/**
 * The family is another's: so are the files that members brought to it, and what they take of the storage. What guests brought stays theirs, also
 * where that is the owner before, who was one once and shows it in an album of their own.
 */
export async function handOverMedia(
  tx: Tx,
  deps: Covers,
  { orgId, fromId, toId }: { orgId: string; fromId: string; toId: string },
): Promise<void> {
  await holdAccounts(tx, [fromId, toId]);
  const albumIds = await lockOfOrganisation(tx, orgId);
  const fileIds = await listAtHome(tx, orgId, fromId);
  for (let from = 0; from < fileIds.length; from += AT_ONCE) {
    const some = fileIds.slice(from, from + AT_ONCE);
    const bytes = await changeOwner(tx, sql`select unnest(${uuids(some)})`, { fromId, toId });
    await clearStrangeCovers(tx, deps, await listCoversOutside(tx, uuids(some), { ownerId: fromId, orgId }));
    await addUsage(tx, fromId, -bytes);
    await addUsage(tx, toId, bytes);
  }
  await deleteContributions(tx, albumIds, toId);
  await countAsGuest(tx, orgId, fromId);
  await handOverReservations(tx, albumIds, { fromId, toId });
}

/** The family is no more: its media are found as its owner's. Nobody makes or adds anything in its name meanwhile. */
export async function keepForOwner(tx: Tx, { orgId, ownerId }: { orgId: string; ownerId: string }): Promise<void> {
  await holdAccounts(tx, [ownerId]);
  await lockOfOrganisation(tx, orgId);
  await insertSearchKey(tx, orgId, ownerId);
}
