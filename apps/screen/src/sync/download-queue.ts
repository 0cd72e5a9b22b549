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

/** Fetches what is wanted, two at a time, the rest in order; a failed one is tried again later, for as long as it is wanted. */
export class DownloadQueue {
  #options: DownloadQueueOptions;
  #queued = new Map<string, QueuedDownload>();
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
    for (const [sha256, wanted] of before) if (!this.#queued.has(sha256)) wanted.running?.abort();
    this.#startNext();
  }

  /** Try failed ones now, since something changed for the better. */
  retryNow(): void {
    for (const wanted of this.#queued.values()) wanted.notBefore = 0;
    this.#startNext();
  }

  #startNext(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const waiting = [...this.#queued.values()];
    let free = MAX_CONCURRENT_DOWNLOADS - waiting.filter(({ running }) => running).length;
    for (const wanted of waiting) {
      if (free <= 0) return;
      if (wanted.running || wanted.notBefore > now) continue;
      free -= 1;
      void this.#run(wanted);
    }
    const next = Math.min(...waiting.filter(({ running }) => !running).map(({ notBefore }) => notBefore));
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#startNext(), Math.max(0, next - now));
  }

  async #run(wanted: QueuedDownload): Promise<void> {
    const { file } = wanted;
    const abort = new AbortController();
    wanted.running = abort;
    try {
      await this.#options.fetchFile(file, abort.signal);
      wanted.running = null;
      if (this.#queued.get(file.sha256) !== wanted) return;
      this.#queued.delete(file.sha256);
      this.#options.onDone(file);
    } catch (cause) {
      wanted.running = null;
      wanted.attempts += 1;
      wanted.notBefore = performance.now() + getBackoffMs(wanted.attempts);
      if (!abort.signal.aborted) this.#options.onFailed(file, cause);
    }
    this.#startNext();
  }
}
