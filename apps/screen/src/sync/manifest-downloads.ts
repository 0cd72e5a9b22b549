import type { ManifestFile } from '@vitrine/contract/screens';
import { type CopiesOf, listMissingFiles, replacingFiles } from '@vitrine/playback';
import type { StoredManifest } from '../database/database.ts';
import { DownloadQueue } from './download-queue.ts';
import { createDownloadSpace } from './download-space.ts';
import { createPreferredCopies } from './preferred-copies.ts';
import { NotFoundError } from './screen-api.ts';

export interface DownloadProgress {
  /** Number of files of the newest manifest of which a copy is stored, and number of all its files. */
  downloaded: number;
  total: number;
}

/** The files that are stored on the screen. */
export interface DownloadCache {
  /** Returns the sha256 of all stored files. */
  listStoredFiles: () => Promise<Set<string>>;
  /** The copies of a file, the preferred one first. */
  copiesOf: CopiesOf;
  /** Frees space for these files without deleting files of the current manifest. Rejects when they cannot fit. */
  freeSpaceFor: (missing: readonly ManifestFile[]) => Promise<void>;
  /** Returns true while no complete manifest plays. Then a part of a manifest that does not fit is better than none. */
  isPartWanted: () => boolean;
}

export interface DownloadListener {
  /** A copy of every file of this manifest is stored. */
  onComplete: (adopted: StoredManifest) => void;
  /** Preferred copies were downloaded for all files, as far as there was space. The copies that they replace are no longer needed. */
  onReplaced: () => void;
  /** `missing` contains a copy of each file that is not stored. */
  onProgress: (progress: DownloadProgress, newest: StoredManifest, missing: readonly ManifestFile[]) => void;
  onRepaired: (sha256: string) => void;
  onError: (operation: string, cause: unknown) => void;
}

interface ManifestDownloadsOptions {
  fetchFile: (file: ManifestFile, signal: AbortSignal) => Promise<void>;
  cache: DownloadCache;
  listener: DownloadListener;
  onFailed: (cause: unknown) => void;
}

export interface ManifestDownloads {
  /** Sets the manifest whose files are downloaded. Call `check` to start. */
  setNewest: (newest: StoredManifest) => void;
  /** Delays downloads that have not been queued yet. `time` is on the clock of `performance.now()`. */
  delayUntil: (time: number) => void;
  queue: Pick<DownloadQueue, 'retryNow' | 'setPaused'>;
  /** Downloads the missing files, or adopts the manifest when none are missing. */
  check: () => void;
  stop: () => void;
}

/**
 * Downloads the files of the newest manifest and adopts it when they are complete. Until then the previous one stays, and a still newer one replaces the
 * pending one. A manifest is complete with any copy of each file, so that neither a new copy nor another panel delays it. Preferred copies are downloaded
 * afterwards.
 */
export function createManifestDownloads(initial: StoredManifest | null, options: ManifestDownloadsOptions): ManifestDownloads {
  const { fetchFile, cache, listener, onFailed } = options;
  let adopted = initial;
  /** Null after `stop`, too. */
  let newest = initial;
  /** Earliest start of downloads. It differs between screens that received the same message. */
  let notBefore = 0;
  let isReplacing = false;
  const copies = createPreferredCopies(cache.copiesOf);
  const space = createDownloadSpace({ freeSpaceFor: cache.freeSpaceFor, onError: listener.onError, onRetry: check });
  const queue = new DownloadQueue({
    fetchFile,
    onDone: ({ sha256 }) => {
      listener.onRepaired(sha256);
      check();
    },
    onFailed: ({ sha256 }, cause) => {
      onFailed(cause);
      if (cause instanceof NotFoundError && copies.noteAbsent(sha256)) check();
    },
  });

  function check(): void {
    checkAndDownload().catch((cause: unknown) => listener.onError('cache', cause));
  }

  async function checkAndDownload(): Promise<void> {
    const checked = newest;
    if (!checked) return;
    const stored = await cache.listStoredFiles();
    if (newest !== checked) return;
    const missing = listMissingFiles(checked.manifest, stored, copies.of);
    const total = checked.manifest.files.length;
    listener.onProgress({ downloaded: total - missing.length, total }, checked, missing);
    const isComplete = missing.length === 0;
    if (isComplete && checked !== adopted) {
      adopted = checked;
      listener.onComplete(checked);
    }
    // Files of the current manifest are repaired first, also during the download of a newer one.
    const repairs = adopted && adopted !== checked ? listMissingFiles(adopted.manifest, stored, copies.of) : [];
    const fitting = await space.selectFittingMissing(missing, cache.isPartWanted());
    const replacing = isComplete ? await space.selectFitting(replacingFiles(checked.manifest, stored, copies.of)) : [];
    if (newest !== checked) return;
    queue.setWanted([...repairs, ...fitting, ...replacing], notBefore);
    if (isReplacing && replacing.length === 0) listener.onReplaced();
    isReplacing = replacing.length > 0;
  }

  return {
    setNewest(manifest) {
      copies.manifestChanged();
      newest = manifest;
    },
    delayUntil(time) {
      notBefore = time;
    },
    queue,
    check,
    stop() {
      newest = null;
      space.stop();
      queue.setWanted([]);
    },
  };
}
