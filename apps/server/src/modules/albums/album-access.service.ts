import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, listOwnerRows, type Person } from '../access/index.ts';
import { albumReaders } from './album-access.read-model.ts';
import { type LockedAlbum, lockAlbum } from './albums.store.ts';

/** Authorizes a change to an album. People it is shared with get ACCESS_DENIED; for all others the album does not exist (NOT_FOUND). */
export async function authorizeAlbumChange(tx: Tx, actor: Person, id: string): Promise<void> {
  try {
    await authorize(tx, actor, 'album.update', [id]);
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'NOT_FOUND';
    if (isRefused && (await listOwnerRows(tx, albumReaders([id]))).some((row) => row.ownerId === actor.userId))
      throw new AppError('ACCESS_DENIED');
    throw error;
  }
}

/** Locks the album until the transaction ends. The default album cannot be changed, for the given reason. */
export async function lockEditableAlbum(tx: Tx, id: string, reason?: string): Promise<LockedAlbum> {
  const album = await lockAlbum(tx, id);
  if (!album) throw new AppError('NOT_FOUND');
  if (album.album_type === 'default') throw new AppError('ALBUM_DEFAULT', reason);
  return album;
}
