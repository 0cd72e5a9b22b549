import type { PlaylistContents } from '@vitrine/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database/database.ts';
import { findContents } from './manifests.read-model.ts';

/** As JSON: what a message carries at most, so that with all around it stays under `SYNC_MAX_BYTES`. */
export const INLINE_MAX_BYTES = 48 * 1024;
const KEPT_MAX_BYTES = 8e6;

interface Kept {
  contents: PlaylistContents;
  /** As JSON. */
  bytes: number;
}

/** What playlists show, by digest: read once per process for however many screens are told. Longer ones are not kept, since no message carries them. */
export function createContentsCache(db: Db) {
  const kept = new LRUCache<string, Kept, string>({
    maxSize: KEPT_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: async (digest, _stale, { context: playlistId }) => {
      const found = await findContents(db, playlistId, digest, INLINE_MAX_BYTES);
      return found && { contents: { digest, ...found }, bytes: found.bytes };
    },
  });
  return {
    /** Serialized just now. What a digest stands for is true whether it is committed or not. */
    keep(contents: PlaylistContents, bytes: number): void {
      if (bytes <= INLINE_MAX_BYTES) kept.set(contents.digest, { contents, bytes });
    },
    find: (playlistId: string, digest: string): Promise<Kept | undefined> => kept.fetch(digest, { context: playlistId }),
  };
}
