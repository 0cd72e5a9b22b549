import type { ManifestFile } from '@vitrine/contract/screens';
import { addJitter } from './backoff.ts';

/** Interval at which missing space is checked again. */
const SPACE_RETRY_INTERVAL_MS = 10_000;

export interface DownloadSpaceOptions {
  /** Frees space for these files without deleting files of the current manifest. Rejects when they cannot fit. */
  freeSpaceFor: (files: readonly ManifestFile[]) => Promise<void>;
  onError: (operation: string, cause: unknown) => void;
  /** Called when missing space should be checked again. */
  onRetry: () => void;
}

export interface DownloadSpace {
  /** Returns true when these files fit. Otherwise reports the lack of space and schedules another check. */
  ensureFor: (missing: readonly ManifestFile[]) => Promise<boolean>;
  /**
   * Returns the replacing copies that fit: all of them or, if there is no space for all, one, which frees the space of the copy that it replaces. The other
   * copies play in the meantime, so a lack of space is not reported.
   */
  selectFitting: (replacing: readonly ManifestFile[]) => Promise<readonly ManifestFile[]>;
  stop: () => void;
}

/** Frees space before files are downloaded. Downloads that cannot be completed for lack of space do not start. */
export function createDownloadSpace({ freeSpaceFor, onError, onRetry }: DownloadSpaceOptions): DownloadSpace {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  return {
    async ensureFor(missing) {
      if (missing.length === 0) return true;
      clearTimeout(retryTimer);
      try {
        await freeSpaceFor(missing);
        return true;
      } catch (cause) {
        onError('room', cause);
        retryTimer = setTimeout(onRetry, addJitter(SPACE_RETRY_INTERVAL_MS));
        return false;
      }
    },

    async selectFitting(replacing) {
      if (replacing.length === 0) return [];
      for (const files of [replacing, replacing.slice(0, 1)]) {
        try {
          await freeSpaceFor(files);
          return files;
        } catch {
          // A single copy may fit.
        }
      }
      return [];
    },

    stop: () => clearTimeout(retryTimer),
  };
}
