import type { ManifestFile } from '@vitrine/contract/screens';
import { getBackoffMs } from './backoff.ts';

const MAX_CONCURRENT_DOWNLOADS = 2;

export interface DownloadQueueOptions {
  /** Fetches, verifies and stores one file. */
  fetchFile: (file: ManifestFile, signal: AbortSignal) => Promise<void>;
  onDone: (file: ManifestFile) => void;
  onFailed: (file: ManifestFile, cause: unknown) => void;
}

interface QueuedDownload {
  file: ManifestFile;
  attempts: number;
  notBefore: number;
  running: AbortController | null;
}

/** Downloads files in order, two at a time. Failed downloads are retried with backoff until the file is no longer needed. */
export class DownloadQueue {
  #options: DownloadQueueOptions;
  #queued = new Map<string, QueuedDownload>();
  #isPaused = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DownloadQueueOptions) {
    this.#options = options;
  }

  /**
   * Replaces the list of files. Running downloads that are still needed continue, others are aborted. New downloads start after `notBefore`, by
   * `performance.now()`.
   */
  setWanted(files: readonly ManifestFile[], notBefore = 0): void {
    const before = this.#queued;
    this.#queued = new Map(files.map((file) => [file.sha256, before.get(file.sha256) ?? { file, attempts: 0, notBefore, running: null }]));
    for (const [sha256, download] of before) if (!this.#queued.has(sha256)) download.running?.abort();
    this.#startNext();
  }

  /** While paused, running downloads end, and no others start. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#startNext();
  }

  /** Retries failed downloads immediately, because conditions have improved. */
  retryNow(): void {
    for (const download of this.#queued.values()) download.notBefore = 0;
    this.#startNext();
  }

  #startNext(): void {
    clearTimeout(this.#timer);
    if (this.#isPaused) return;
    const now = performance.now();
    const waiting = [...this.#queued.values()];
    let free = MAX_CONCURRENT_DOWNLOADS - waiting.filter(({ running }) => running).length;
    for (const download of waiting) {
      if (free <= 0) return;
      if (download.running || download.notBefore > now) continue;
      free -= 1;
      void this.#run(download);
    }
    const next = Math.min(...waiting.filter(({ running }) => !running).map(({ notBefore }) => notBefore));
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#startNext(), Math.max(0, next - now));
  }

  async #run(download: QueuedDownload): Promise<void> {
    const { file } = download;
    const abort = new AbortController();
    download.running = abort;
    try {
      await this.#options.fetchFile(file, abort.signal);
      download.running = null;
      if (this.#queued.get(file.sha256) !== download) return;
      this.#queued.delete(file.sha256);
      this.#options.onDone(file);
    } catch (cause) {
      download.running = null;
      download.attempts += 1;
      download.notBefore = performance.now() + getBackoffMs(download.attempts);
      if (!abort.signal.aborted) this.#options.onFailed(file, cause);
    }
    this.#startNext();
  }
}
