import type { FileCache } from '../cache/file-cache.ts';
import type { Database, Identity } from '../database/database.ts';
import type { Sound } from '../playback/sound.ts';
import type { PlayRecorder } from '../plays/plays.ts';
import { registerAfterReset } from '../sync/screen-api.ts';

export interface ResetSteps {
  /** Requests a new device id and secret. Rejects when the server cannot be reached. */
  requestIdentity: (previous: Identity) => Promise<Identity>;
  /** Deletes all files, the stored manifest, plays and settings. */
  deleteContent: () => Promise<void>;
  storeIdentity: (identity: Identity) => Promise<unknown>;
}

/**
 * Requests a new device id and deletes all content of this screen. The new identity is written after the content was deleted, because a full disk refuses it
 * before. Without a response from the server, the screen keeps its identity and its content.
 */
export async function resetScreen({ requestIdentity, deleteContent, storeIdentity }: ResetSteps, previous: Identity | null): Promise<void> {
  const next = previous && (await requestIdentity(previous));
  try {
    await deleteContent();
  } finally {
    if (next) await storeIdentity(next);
  }
}

interface ScreenStores {
  database: Database;
  cache: FileCache;
  plays: PlayRecorder;
  sound: Promise<Sound>;
}

export const resetStores = ({ database, cache, plays, sound }: ScreenStores, previous: Identity | null): Promise<void> =>
  resetScreen(
    {
      requestIdentity: registerAfterReset,
      deleteContent: async () => {
        void sound.then((loaded) => loaded.reset());
        await database.clear('adopted');
        await cache.clear();
        await plays.clear();
      },
      storeIdentity: (identity) => database.put('identity', identity, 'me'),
    },
    previous,
  );
