import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { distributeBetween, type Gap } from './media-order.rules.ts';
import { findGapBefore, findGapsBefore, lockMediaOfAlbum, renumberSequences, updateSequences } from './media-order.store.ts';

/**
 * Moves media of an album, in the given order, before other media of it or to its end. The caller holds the album's lock, so that concurrent changes run one
 * after the other. NOT_FOUND when one of them is no longer in the album.
 */
export async function moveToPosition(tx: Tx, albumId: string, ids: string[], beforeId: string | null): Promise<void> {
  const named = beforeId === null ? ids : [...ids, beforeId];
  if (new Set(named).size !== named.length) throw new AppError('INVALID', 'An item can’t be moved before itself or listed twice.');
  if ((await lockMediaOfAlbum(tx, albumId, named)).length !== named.length) throw new AppError('NOT_FOUND');
  const places =
    distributeBetween(await findGapBefore(tx, albumId, ids, beforeId), ids.length) ?? (await renumberAlbum(tx, albumId, ids, beforeId));
  await updateSequences(tx, ids, places);
}

/** The gap is used up: all get whole numbers again, far enough apart for these to stand between. */
async function renumberAlbum(tx: Tx, albumId: string, ids: string[], beforeId: string | null): Promise<number[]> {
  await renumberSequences(tx, albumId);
  const places = distributeBetween(await findGapBefore(tx, albumId, ids, beforeId), ids.length);
  if (!places) throw new Error('A renumbered album has no room between two media');
  return places;
}

/**
 * Returns sequence numbers for media that are added to an album: each before the one given in `beforeIds`, in the given order, or at the end when it is null
 * or no longer exists. The caller holds the album's lock.
 */
export async function allocatePositions(tx: Tx, albumId: string, beforeIds: (string | null)[]): Promise<number[]> {
  const places = await allocateBetween(tx, albumId, beforeIds);
  if (places) return places;
  await renumberSequences(tx, albumId);
  const anew = await allocateBetween(tx, albumId, beforeIds);
  if (!anew) throw new Error('A renumbered album has no room between two media');
  return anew;
}

async function allocateBetween(tx: Tx, albumId: string, beforeIds: (string | null)[]): Promise<number[] | undefined> {
  const named = [...new Set(beforeIds)].filter((id) => id !== null);
  const gaps = named.length > 0 ? await findGapsBefore(tx, albumId, named) : new Map<string, Gap>();
  const getGap = (id: string | null) => (id !== null && gaps.has(id) ? id : null);
  const places = beforeIds.map(() => 0);
  for (const [id, members] of Map.groupBy(beforeIds.keys(), (at) => getGap(beforeIds[at] ?? null))) {
    const found = distributeBetween((id !== null && gaps.get(id)) || (await findGapBefore(tx, albumId, [], null)), members.length);
    if (!found) return undefined;
    for (const [index, at] of members.entries()) places[at] = found[index] ?? 0;
  }
  return places;
}
