import type { SyncMessage } from '@vitrine/contract/live';
import type { Manifest, ManifestFile, PlaylistContents } from '@vitrine/contract/screens';
import { type ApplyResult, applyManifestChange, type CopiesOf, listMissingFiles, unpackContents } from '@vitrine/playback';
import type { StoredManifest } from '../database/database.ts';
import { addJitter, getBackoffMs } from './backoff.ts';
import { DownloadQueue } from './download-queue.ts';
import { PreferredCopies } from './preferred-copies.ts';
import { NotFoundError, ScreenUnknownError } from './screen-api.ts';

/** Polling interval while the live link is up. `POLL_UNLINKED_MS` applies without it. */
const POLL_LINKED_MS = 300_000;
const POLL_UNLINKED_MS = 20_000;
/** Time within which a new link sends the revision of the newest manifest. After that, the manifest is requested. */
const LINKED_SYNC_TIMEOUT_MS = 10_000;
/** Delay before the manifest is requested after the link was lost, which may affect thousands of screens at once. */
const RECONNECT_GRACE_MS = 2000;
/** Interval at which missing space is checked again. */
const SPACE_RETRY_INTERVAL_MS = 10_000;

export interface DownloadProgress {
  /** Number of files of the newest manifest of which a copy is stored, and number of all its files. */
  downloaded: number;
  total: number;
}

export interface ManifestSyncOptions {
  requestManifest: (etag: string | null) => Promise<StoredManifest | null>;
  /** Requests the contents of a playlist by their digest. */
  fetchContents: (digest: string) => Promise<PlaylistContents>;
  /** Returns the SHA-256 of each stored file. */
  listStoredFiles: () => Promise<Set<string>>;
  /** Returns the copies of a file, the preferred one first. */
  copiesOf: CopiesOf;
  /** Frees space for these files without touching what plays; rejects when they cannot fit. */
  freeSpaceFor: (missing: readonly ManifestFile[]) => Promise<void>;
  fetchFile: (file: ManifestFile, signal: AbortSignal) => Promise<void>;
  /** Called when a copy of every file of this manifest is stored. */
  onComplete: (adopted: StoredManifest) => void;
  /** Called when the preferred copies were downloaded, as far as there was space. The replaced copies are no longer needed. */
  onReplaced: () => void;
  onProgress: (progress: DownloadProgress, newest: Manifest) => void;
  onRepaired: (sha256: string) => void;
  onReachabilityChange: (reachable: boolean) => void;
  onScreenUnknown: () => void;
  onError: (source: string, cause: unknown) => void;
}

/**
 * Synchronizes the manifest with the server. A message with a change is applied to the manifest it refers to; in all other cases the manifest is requested.
 * `nudge` may be called at any time and any number of times: at most one request is active, and one more follows for nudges during it. The newest manifest is
 * adopted only when its files are complete. Until then the previous one stays, and a still newer one replaces the pending one. A manifest is complete with
 * any copy of each file, so that neither a new copy nor another panel delays it. Preferred copies are downloaded afterwards.
 */
export class ManifestSync {
  #options: ManifestSyncOptions;
  #queue: DownloadQueue;
  #adopted: StoredManifest | null;
  #newest: StoredManifest | null;
  #isRequesting = false;
  #requestAgain = false;
  /** True when a message could not be applied. */
  #hasUnappliedMessage = false;
  #failures = 0;
  #linked = false;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time at which the request timer fires, by `performance.now()`. */
  #dueAt = Infinity;
  /** Earliest start of downloads. It differs between screens that received the same message. */
  #downloadsNotBefore = 0;
  #spaceRetryTimer: ReturnType<typeof setTimeout> | undefined;
  #copies: PreferredCopies;
  #isReplacing = false;

  constructor(adopted: StoredManifest | null, options: ManifestSyncOptions) {
    this.#options = options;
    this.#copies = new PreferredCopies(options.copiesOf);
    this.#adopted = adopted;
    this.#newest = adopted;
    this.#queue = new DownloadQueue({
      fetchFile: options.fetchFile,
      onDone: ({ sha256 }) => {
        options.onRepaired(sha256);
        this.checkFiles();
      },
      onFailed: ({ sha256 }, cause) => {
        this.#handleFailure('download', cause);
        if (cause instanceof NotFoundError && this.#copies.noteAbsent(sha256)) this.checkFiles();
      },
    });
  }

  /** Sets whether the live link is up, which decides the polling interval. A new link starts with a `sync` event. */
  setLinked(linked: boolean): void {
    this.#linked = linked;
    if (!this.#isRequesting && !this.#stopped) this.#scheduleRequest(addJitter(linked ? LINKED_SYNC_TIMEOUT_MS : RECONNECT_GRACE_MS));
  }

  /** Handles a sync message: ignores known revisions, applies the change if possible, and requests the manifest otherwise. */
  handleSyncMessage(message: SyncMessage): void {
    if (this.#stopped) return;
    if (this.#isRequesting) {
      this.#requestAgain = true;
      return;
    }
    if (this.#newest?.manifest.revision === message.revision) return this.#confirmNewest();
    const spreadMs = Math.random() * (message.withinMs ?? 0);
    const applied = this.#applyMessage(message, []);
    if (applied === null) {
      this.#hasUnappliedMessage = true;
      return this.#scheduleRequestNoLater(spreadMs);
    }
    this.#downloadsNotBefore = performance.now() + spreadMs;
    if ('manifest' in applied) this.#setNewestManifest(applied.manifest);
    else this.#scheduleRequest(spreadMs, () => void this.#fetchContentsAndApply(message, applied.missing));
  }

  stop(): void {
    this.#stopped = true;
    this.#clearTimer();
    clearTimeout(this.#spaceRetryTimer);
    this.#queue.setWanted([]);
  }

  requestSync(): void {
    if (this.#stopped) return;
    if (this.#isRequesting) this.#requestAgain = true;
    else void this.#requestManifest();
  }

  /** Downloads the missing files, or adopts the manifest when none are missing. */
  checkFiles(): void {
    this.#checkAndDownload().catch((cause: unknown) => this.#options.onError('cache', cause));
  }

  /** Applies the message's change. Returns null when the change is invalid or refers to another manifest than the newest one. */
  #applyMessage({ revision, change, contents = [] }: SyncMessage, fetched: readonly PlaylistContents[]): ApplyResult {
    if (!this.#newest || this.#newest.manifest.revision !== change?.from) return null;
    try {
      const known = [...contents.map(unpackContents), ...fetched];
      return applyManifestChange(this.#newest.manifest, { revision, change }, new Map(known.map((entry) => [entry.digest, entry])));
    } catch (cause) {
      this.#options.onError('manifest', cause);
      return null;
    }
  }

  /** Sets the newest manifest after a change was applied without a request. */
  #setNewestManifest(manifest: Manifest): void {
    if (!this.#newest) return;
    this.#copies.manifestChanged();
    this.#newest = { ...this.#newest, manifest, etag: withRevision(this.#newest.etag, manifest.revision) };
    this.#confirmNewest();
  }

  /**
   * Treats the current manifest as the newest, unless a message announced another one that is still to be requested. Messages may arrive twice and out of
   * order.
   */
  #confirmNewest(): void {
    this.#handleResponse();
    this.checkFiles();
    if (!this.#hasUnappliedMessage) this.#scheduleRequest(this.#getPollInterval());
  }

  async #fetchContentsAndApply(message: SyncMessage, digests: readonly string[]): Promise<void> {
    this.#isRequesting = true;
    this.#requestAgain = false;
    try {
      const fetched = await Promise.all(digests.map((digest) => this.#options.fetchContents(digest)));
      const applied = this.#applyMessage(message, fetched);
      if (applied && 'manifest' in applied && !this.#stopped) this.#setNewestManifest(applied.manifest);
      else this.#requestAgain = true;
    } catch {
      // The contents changed in the meantime or the server is unreachable, so request the manifest.
      this.#requestAgain = true;
    }
    this.#isRequesting = false;
    if (this.#requestAgain) this.#scheduleRequestNoLater(0);
  }

  async #requestManifest(): Promise<void> {
    const hadUnappliedMessage = this.#hasUnappliedMessage;
    this.#isRequesting = true;
    this.#requestAgain = false;
    this.#hasUnappliedMessage = false;
    this.#clearTimer();
    try {
      const response = await this.#options.requestManifest(this.#newest?.etag ?? null);
      if (this.#stopped) return;
      this.#handleResponse();
      if (response) {
        this.#copies.manifestChanged();
        this.#newest = response;
      }
      this.checkFiles();
    } catch (cause) {
      this.#failures += 1;
      this.#hasUnappliedMessage = hadUnappliedMessage;
      this.#handleFailure('manifest', cause);
    }
    this.#isRequesting = false;
    if (this.#stopped) return;
    this.#scheduleRequest(this.#requestAgain ? 0 : this.#getPollInterval());
  }

  #scheduleRequest(durationMs: number, request = () => this.requestSync()): void {
    this.#clearTimer();
    if (this.#stopped) return;
    this.#dueAt = performance.now() + durationMs;
    this.#timer = setTimeout(() => {
      this.#dueAt = Infinity;
      request();
    }, durationMs);
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Infinity;
  }

  /** Schedules a request unless one is due sooner, so that a steady stream of messages cannot postpone it. */
  #scheduleRequestNoLater(durationMs: number): void {
    if (performance.now() + durationMs < this.#dueAt) this.#scheduleRequest(durationMs);
  }

  #handleResponse(): void {
    this.#options.onReachabilityChange(true);
    if (this.#failures > 0) this.#queue.retryNow();
    this.#failures = 0;
  }

  #getPollInterval(): number {
    if (this.#failures > 0) return getBackoffMs(this.#failures);
    return addJitter(this.#linked ? POLL_LINKED_MS : POLL_UNLINKED_MS);
  }

  #handleFailure(source: string, cause: unknown): void {
    if (this.#stopped) return;
    if (cause instanceof ScreenUnknownError) {
      this.#options.onScreenUnknown();
      return;
    }
    if (source === 'manifest') this.#options.onReachabilityChange(false);
    this.#options.onError(source, cause);
  }

  async #checkAndDownload(): Promise<void> {
    const newest = this.#newest;
    if (!newest || this.#stopped) return;
    const stored = await this.#options.listStoredFiles();
    if (this.#newest !== newest || this.#stopped) return;
    const missing = listMissingFiles(newest.manifest, stored, this.#copies.of);
    const total = newest.manifest.files.length;
    this.#options.onProgress({ downloaded: total - missing.length, total }, newest.manifest);
    if (missing.length === 0 && newest !== this.#adopted) {
      this.#adopted = newest;
      this.#options.onComplete(newest);
    }
    // Files of the current manifest are repaired first, also during the download of a newer one.
    const repairs = this.#adopted && this.#adopted !== newest ? listMissingFiles(this.#adopted.manifest, stored, this.#copies.of) : [];
    const hasSpace = missing.length === 0 || (await this.#ensureSpace(missing));
    const replacing = missing.length === 0 ? await this.#copies.findReplacing(newest.manifest, stored, this.#options.freeSpaceFor) : [];
    if (this.#newest !== newest || this.#stopped) return;
    this.#queue.setWanted([...repairs, ...(hasSpace ? missing : []), ...replacing], this.#downloadsNotBefore);
    if (this.#isReplacing && replacing.length === 0) this.#options.onReplaced();
    this.#isReplacing = replacing.length > 0;
  }

  /** Frees space for the files. Returns false when they cannot fit, so that nothing is downloaded, and checks again later. */
  async #ensureSpace(missing: readonly ManifestFile[]): Promise<boolean> {
    clearTimeout(this.#spaceRetryTimer);
    try {
      await this.#options.freeSpaceFor(missing);
      return true;
    } catch (cause) {
      this.#options.onError('room', cause);
      this.#spaceRetryTimer = setTimeout(() => this.checkFiles(), addJitter(SPACE_RETRY_INTERVAL_MS));
      return false;
    }
  }
}

/** Replaces the revision in an ETag such as `"12-2026b"`. Its second part names the table of UTC offsets, which a change leaves as it is. */
const withRevision = (etag: string | null, revision: number): string => `"${revision}${/-\w+/.exec(etag ?? '')?.[0] ?? ''}"`;
