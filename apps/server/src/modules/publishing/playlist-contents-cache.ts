import type { PackedContents, PlaylistContents } from '@vitrine/contract';
import { isPackable, packContents } from '@vitrine/playback';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database/database.ts';
import { findPlaylistContents } from './manifests.read-model.ts';

/** As JSON: what a message carries at most, so that with all around it stays under `SYNC_MAX_BYTES`. */
export const MAX_INLINE_BYTES = 48 * 1024;
/** Serialized as manifests have it, what fits is no longer than this. */
const SERIALIZED_MAX_BYTES = 3 * MAX_INLINE_BYTES;
const MAX_CACHE_BYTES = 8e6;

interface CachedContents {
  contents: PackedContents;
  /** As JSON. */
  bytes: number;
}

function pack(contents: PlaylistContents): CachedContents {
  const packed = packContents(contents);
  return { contents: packed, bytes: Buffer.byteLength(JSON.stringify(packed)) };
}

/**
 * Caches contents of playlists by digest, so that each is read once per process for any number of screens. Longer contents, and contents that are shown at
 * certain times, are not cached, because no message carries them.
 */
export function createPlaylistContentsCache(db: Db) {
  const kept = new LRUCache<string, CachedContents, string>({
    maxSize: MAX_CACHE_BYTES,
    maxEntrySize: MAX_INLINE_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: async (digest, _stale, { context: playlistId }) => {
      const found = await findPlaylistContents(db, playlistId, digest, SERIALIZED_MAX_BYTES);
      return found && isPackable(found) ? pack({ digest, ...found }) : undefined;
    },
  });
  return {
    /** Stores contents that were just serialized. A digest identifies its contents even before the commit. */
    add(contents: PlaylistContents, serializedBytes: number): void {
      if (serializedBytes <= SERIALIZED_MAX_BYTES && isPackable(contents)) kept.set(contents.digest, pack(contents));
    },
    find: (playlistId: string, digest: string): Promise<CachedContents | undefined> => kept.fetch(digest, { context: playlistId }),
  };
}
