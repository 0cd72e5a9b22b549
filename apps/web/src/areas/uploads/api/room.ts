import { readAlbum, readStorage } from '@vitrine/contract/albums.endpoints';
import { LIMITS } from '@vitrine/contract/limits';
import { call } from '../../../lib/api-client.ts';
import type { FreeSpace } from '../free-space.ts';

/** A server that is slow to say holds up no upload: it judges each file anyway. */
const FREE_SPACE_TIMEOUT_MS = 4000;

/** Bytes left, as the server has them now, of whoever uploads and in the album (a new one where there is none); null when it does not say. */
export async function fetchFreeSpace(userId: string, albumId?: string): Promise<FreeSpace | null> {
  const signal = AbortSignal.timeout(FREE_SPACE_TIMEOUT_MS);
  try {
    const [storage, album] = await Promise.all([
      call(readStorage, { params: { userId }, signal }),
      albumId === undefined ? { albumStorage: 0 } : call(readAlbum, { params: { id: albumId }, signal }),
    ]);
    return { accountBytes: storage.quotaBytes - storage.totalStorage, albumBytes: LIMITS.albumBytes - album.albumStorage };
  } catch (error) {
    console.warn('The room that is left is not known before the upload.', error);
    return null;
  }
}
