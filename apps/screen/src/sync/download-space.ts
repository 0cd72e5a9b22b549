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
  /**
   * Returns the missing files that are downloaded now: all of them when they fit. Otherwise reports the lack of space, schedules another check and returns
   * none or, when a part is wanted, the smallest file if it fits.
   */
  selectFittingMissing: (missing: readonly ManifestFile[], isPartWanted: boolean) => Promise<readonly ManifestFile[]>;
  /**
   * Returns the replacing copies that fit: all of them or, if there is no space for all, one, which frees the space of the copy that it replaces. The other
   * copies play in the meantime, so a lack of space is not reported.
   */
  selectFitting: (replacing: readonly ManifestFile[]) => Promise<readonly ManifestFile[]>;
  stop: () => void;
}

/** Frees space before files are downloaded. Downloads that cannot be completed for lack of space do not start, unless a part of them is wanted. */
export function createDownloadSpace({ freeSpaceFor, onError, onRetry }: DownloadSpaceOptions): DownloadSpace {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** Returns the first of these lists that fits; an empty one when none does. */
  const selectFirstFitting = async (lists: readonly (readonly ManifestFile[])[]): Promise<readonly ManifestFile[]> => {
    for (const files of lists) {
      try {
        await freeSpaceFor(files);
        return files;
      } catch {
        // A shorter list may fit.
      }
    }
    return [];
  };

  return {
    async selectFittingMissing(missing, isPartWanted) {
      if (missing.length === 0) return [];
      clearTimeout(retryTimer);
      try {
        await freeSpaceFor(missing);
        return missing;
      } catch (cause) {
        onError('room', cause);
        retryTimer = setTimeout(onRetry, addJitter(SPACE_RETRY_INTERVAL_MS));
        return isPartWanted ? selectFirstFitting([[selectSmallest(missing)]]) : [];
      }
    },

    selectFitting: async (replacing) => (replacing.length === 0 ? [] : selectFirstFitting([replacing, replacing.slice(0, 1)])),

    stop: () => clearTimeout(retryTimer),
  };
}

const selectSmallest = (files: readonly ManifestFile[]): ManifestFile =>
  files.reduce((smallest, file) => (file.sizeBytes < smallest.sizeBytes ? file : smallest));
