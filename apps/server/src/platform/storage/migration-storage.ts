import { transferFolder } from './move-files.ts';
import { NotStoredError } from './not-stored-error.ts';
import type { Storage } from './storage.ts';

/**
 * Storage during a move: new files go to `to`, and files missing there are read from `from`. Files are removed from `from` first, because the mover checks
 * whether a file still exists there after copying it.
 */
export function createMigrationStorage(from: Storage, to: Storage): Storage {
  const withFallback = async <T>(look: (storage: Storage) => Promise<T>): Promise<T> => {
    try {
      return await look(to);
    } catch (error) {
      if (!(error instanceof NotStoredError)) throw error;
      return look(from);
    }
  };

  return {
    ...to,
    openRead: (key, range) => withFallback((storage) => storage.openRead(key, range)),
    stat: async (key) => (await to.stat(key)) ?? from.stat(key),
    withLocalFile: (key, work) => withFallback((storage) => storage.withLocalFile(key, work)),
    withHead: (key, work) => withFallback((storage) => storage.withHead(key, work)),
    async copy(key, source) {
      try {
        await to.copy(key, source);
      } catch (error) {
        if (!(error instanceof NotStoredError)) throw error;
        await transferFolder({ from, to }, source, key);
      }
    },
    async remove(key) {
      await from.remove(key);
      await to.remove(key);
    },
    // It may be where the proxy does not look.
    getRedirect: async (key) => ((await to.stat(key)) ? to.getRedirect(key) : undefined),
    async *list(key) {
      yield* to.list(key);
      yield* from.list(key);
    },
    async deleteStaleTempFiles(alive, maxAgeMs) {
      await to.deleteStaleTempFiles(alive, maxAgeMs);
      await from.deleteStaleTempFiles(alive, maxAgeMs);
    },
  };
}
