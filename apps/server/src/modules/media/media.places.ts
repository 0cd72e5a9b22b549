import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { spread } from './places.rules.ts';
import { gapBefore, keepSequences, listOfAlbum, renumber } from './places.store.ts';

/**
 * Puts media of an album, in the order given, before another of it, or at its end. The caller holds the album's lock, so that
 * of two people who arrange it at once one comes after the other. NOT_FOUND when one of them is not in the album any more.
 */
export async function place(tx: Tx, albumId: string, ids: string[], beforeId: string | null): Promise<void> {
  const named = beforeId === null ? ids : [...ids, beforeId];
  if (new Set(named).size !== named.length) throw new AppError('INVALID', 'A media cannot be placed before itself, or twice.');
  if ((await listOfAlbum(tx, albumId, named)).length !== named.length) throw new AppError('NOT_FOUND');
  const places = spread(await gapBefore(tx, albumId, ids, beforeId), ids.length) ?? (await spreadAnew(tx, albumId, ids, beforeId));
  await keepSequences(tx, ids, places);
}

/** The gap is used up: all get whole numbers again, far enough apart for these to stand between. */
async function spreadAnew(tx: Tx, albumId: string, ids: string[], beforeId: string | null): Promise<number[]> {
  await renumber(tx, albumId);
  const places = spread(await gapBefore(tx, albumId, ids, beforeId), ids.length);
  if (!places) throw new Error('A renumbered album has no room between two media');
  return places;
}
