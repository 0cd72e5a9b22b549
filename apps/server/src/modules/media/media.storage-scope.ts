import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findAlbumStorageScope } from '../albums/index.ts';
import type { EntitlementsService, LockedOwner } from '../entitlements/index.ts';
import type { OwnerScope } from '../organisations/index.ts';

/**
 * Holds the account whose storage it takes what this person puts into the album, or brings without one, until the transaction ends. It is
 * asked again once it is held: the family the album belongs to may have been handed over or dissolved, or the person have left it.
 */
export async function lockStorageOwner(
  tx: Tx,
  { tryHold }: Pick<EntitlementsService, 'tryHold'>,
  albumId: string | null,
  userId: string,
): Promise<LockedOwner> {
  const find = async (): Promise<OwnerScope> => (albumId === null ? { userId } : findAlbumStorageScope(tx, albumId, userId));
  // Each round something ended for good, so there are few.
  for (let rounds = 0; rounds < 5; rounds++) {
    const scope = await find();
    const held = await tryHold(tx, scope);
    if (held && (await find()).orgId === scope.orgId) return held;
  }
  throw new AppError('NOT_FOUND');
}
