import type { SyncMessage } from '@vitrine/contract/live';
import type { Manifest, ManifestFile, PlaylistContents } from '@vitrine/contract/screens';
import { type Applied, applyChange, type CopiesOf, missingFiles, unpackContents } from '@vitrine/playback';
import type { Adopted } from '../database/database.ts';
import { backoffMs, jittered } from './backoff.ts';
import { DownloadQueue } from './download-queue.ts';
import { PreferredCopies } from './preferred-copies.ts';
import { NotFoundError, ScreenUnknownError } from './screen-api.ts';

/** Polling intervals: long while the live link is up, shorter without it. */
const POLL_LINKED_MS = 300_000;
const POLL_ALONE_MS = 20_000;
/** A link that is up has said by then which manifest is the newest. */
const WORD_WITHIN_MS = 10_000;
/** The link is gone, with those of thousands of others perhaps: is the server? */
const ALONE_MS = 2000;
/** How often to look whether what did not fit fits by now. */
const NO_ROOM_MS = 10_000;

export interface Progress {
  /** Number of files of the newest manifest of which a copy is stored, and number of all its files. */
  downloaded: number;
  total: number;
}

export interface ManifestSyncOptions {
  ask: (etag: string | null) => Promise<Adopted | null>;
  /** What a playlist shows, by its digest. */
  fetchContents: (digest: string) => Promise<PlaylistContents>;
  /** Sha256 of the files held now. */
  held: () => Promise<Set<string>>;
  /** The copies of a file, the preferred one first. */
  copiesOf: CopiesOf;
  /** Frees space for these beside what plays; rejects when they cannot fit. */
  makeRoom: (missing: readonly ManifestFile[]) => Promise<void>;
  fetchFile: (file: ManifestFile, signal: AbortSignal) => Promise<void>;
  /** A copy of every file of this manifest is held. */
  onWhole: (adopted: Adopted) => void;
  /** Preferred copies were downloaded for all files, as far as there was space. The copies that they replace are no longer needed. */
  onReplaced: () => void;
  onProgress: (progress: Progress, newest: Manifest) => void;
  onRepaired: (sha256: string) => void;
  onReachable: (reachable: boolean) => void;
  onUnknown: () => void;
  onTrouble: (what: string, cause: unknown) => void;
}

/**
 * Keeps up with the server. A message that says what changed is applied to the manifest it changes; to anything else the
 * manifest is asked for. `nudge` may come from anywhere and any number of times: at most one
 * question is under way, and one more follows if a nudge came meanwhile. The newest manifest is
 * handed over only when whole; until then the adopted one stays, and a still newer one replaces it.
 * A manifest is whole with any copy of each file, so that neither a new copy nor another panel delays it. Preferred copies are downloaded after that.
 */
export class ManifestSync {
  #options: ManifestSyncOptions;
  #queue: DownloadQueue;
  #adopted: Adopted | null;
  #newest: Adopted | null;
  #asking = false;
  #again = false;
  /** Something was heard of that could not be followed. */
  #mustAsk = false;
  #failures = 0;
  #linked = false;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When that timer ends, by `performance.now()`. */
  #dueAt = Infinity;
  /** What a crowd was told of is downloaded by one after the other. */
  #downloadFrom = 0;
  #roomTimer: ReturnType<typeof setTimeout> | undefined;
  #copies: PreferredCopies;
  #isReplacing = false;

  constructor(adopted: Adopted | null, options: ManifestSyncOptions) {
    this.#options = options;
    this.#copies = new PreferredCopies(options.copiesOf);
    this.#adopted = adopted;
    this.#newest = adopted;
    this.#queue = new DownloadQueue({
      fetchFile: options.fetchFile,
      onDone: ({ sha256 }) => {
        options.onRepaired(sha256);
        this.collect();
      },
      onFailed: ({ sha256 }, cause) => {
        this.#refused('download', cause);
        if (cause instanceof NotFoundError && this.#copies.noteAbsent(sha256)) this.collect();
      },
    });
  }

  /** Sets whether the live link is up, which decides the polling interval. A new link starts with a `sync` event. */
  setLinked(linked: boolean): void {
    this.#linked = linked;
    if (!this.#asking && !this.#stopped) this.#askIn(jittered(linked ? WORD_WITHIN_MS : ALONE_MS));
  }

  /** There is a manifest of this number: it is the one here, or it is made of that and what the message says, or it is asked for. */
  heard(message: SyncMessage): void {
    if (this.#stopped) return;
    if (this.#asking) {
      this.#again = true;
      return;
    }
    if (this.#newest?.manifest.revision === message.revision) return this.#confirmed();
    const spreadMs = Math.random() * (message.withinMs ?? 0);
    const applied = this.#apply(message, []);
    if (applied === null) {
      this.#mustAsk = true;
      return this.#askSoon(spreadMs);
    }
    this.#downloadFrom = performance.now() + spreadMs;
    if ('manifest' in applied) this.#follow(applied.manifest);
    else this.#askIn(spreadMs, () => void this.#fetchAndFollow(message, applied.missing));
  }

  stop(): void {
    this.#stopped = true;
    this.#clearTimer();
    clearTimeout(this.#roomTimer);
    this.#queue.want([]);
  }

  nudge(): void {
    if (this.#stopped) return;
    if (this.#asking) this.#again = true;
    else void this.#ask();
  }

  /** Fetches the missing files, or adopts the manifest when there are none. */
  collect(): void {
    this.#collect().catch((cause: unknown) => this.#options.onTrouble('cache', cause));
  }

  /** Null when it is a change of another manifest than the newest one here, or makes no sense. */
  #apply({ revision, change, contents = [] }: SyncMessage, fetched: readonly PlaylistContents[]): Applied {
    if (!this.#newest || this.#newest.manifest.revision !== change?.from) return null;
    try {
      const known = [...contents.map(unpackContents), ...fetched];
      return applyChange(this.#newest.manifest, { revision, change }, new Map(known.map((one) => [one.digest, one])));
    } catch (cause) {
      this.#options.onTrouble('manifest', cause);
      return null;
    }
  }

  /** The newest manifest became this one, without a question. */
  #follow(manifest: Manifest): void {
    if (!this.#newest) return;
    this.#copies.manifestChanged();
    this.#newest = { ...this.#newest, manifest, etag: withRevision(this.#newest.etag, manifest.revision) };
    this.#confirmed();
  }

  /** What is here is the newest, unless there was word of another that is still to be asked for: messages may come twice, and in another order. */
  #confirmed(): void {
    this.#answered();
    this.collect();
    if (!this.#mustAsk) this.#askIn(this.#pollMs());
  }

  async #fetchAndFollow(message: SyncMessage, digests: readonly string[]): Promise<void> {
    this.#asking = true;
    this.#again = false;
    try {
      const fetched = await Promise.all(digests.map((digest) => this.#options.fetchContents(digest)));
      const applied = this.#apply(message, fetched);
      if (applied && 'manifest' in applied && !this.#stopped) this.#follow(applied.manifest);
      else this.#again = true;
    } catch {
      // The playlist shows something else by now, or the server is away: the manifest tells.
      this.#again = true;
    }
    this.#asking = false;
    if (this.#again) this.#askSoon(0);
  }

  async #ask(): Promise<void> {
    const wasHeardOf = this.#mustAsk;
    this.#asking = true;
    this.#again = false;
    this.#mustAsk = false;
    this.#clearTimer();
    try {
      const answer = await this.#options.ask(this.#newest?.etag ?? null);
      if (this.#stopped) return;
      this.#answered();
      if (answer) {
        this.#copies.manifestChanged();
        this.#newest = answer;
      }
      this.collect();
    } catch (cause) {
      this.#failures += 1;
      this.#mustAsk = wasHeardOf;
      this.#refused('manifest', cause);
    }
    this.#asking = false;
    if (this.#stopped) return;
    this.#askIn(this.#again ? 0 : this.#pollMs());
  }

  #askIn(durationMs: number, ask = () => this.nudge()): void {
    this.#clearTimer();
    if (this.#stopped) return;
    this.#dueAt = performance.now() + durationMs;
    this.#timer = setTimeout(() => {
      this.#dueAt = Infinity;
      ask();
    }, durationMs);
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Infinity;
  }

  /** Unless it is due sooner: messages that keep coming must not put it off. */
  #askSoon(durationMs: number): void {
    if (performance.now() + durationMs < this.#dueAt) this.#askIn(durationMs);
  }

  #answered(): void {
    this.#options.onReachable(true);
    if (this.#failures > 0) this.#queue.hurry();
    this.#failures = 0;
  }

  #pollMs(): number {
    if (this.#failures > 0) return backoffMs(this.#failures);
    return jittered(this.#linked ? POLL_LINKED_MS : POLL_ALONE_MS);
  }

  #refused(what: string, cause: unknown): void {
    if (this.#stopped) return;
    if (cause instanceof ScreenUnknownError) {
      this.#options.onUnknown();
      return;
    }
    if (what === 'manifest') this.#options.onReachable(false);
    this.#options.onTrouble(what, cause);
  }

  async #collect(): Promise<void> {
    const newest = this.#newest;
    if (!newest || this.#stopped) return;
    const held = await this.#options.held();
    if (this.#newest !== newest || this.#stopped) return;
    const missing = missingFiles(newest.manifest, held, this.#copies.of);
    const total = newest.manifest.files.length;
    this.#options.onProgress({ downloaded: total - missing.length, total }, newest.manifest);
    if (missing.length === 0 && newest !== this.#adopted) {
      this.#adopted = newest;
      this.#options.onWhole(newest);
    }
    // What is on the wall is repaired first, also while a newer manifest is under way.
    const repairs = this.#adopted && this.#adopted !== newest ? missingFiles(this.#adopted.manifest, held, this.#copies.of) : [];
    const isRoom = missing.length === 0 || (await this.#findRoom(missing));
    const replacing = missing.length === 0 ? await this.#copies.findReplacing(newest.manifest, held, this.#options.makeRoom) : [];
    if (this.#newest !== newest || this.#stopped) return;
    this.#queue.want([...repairs, ...(isRoom ? missing : []), ...replacing], this.#downloadFrom);
    if (this.#isReplacing && replacing.length === 0) this.#options.onReplaced();
    this.#isReplacing = replacing.length > 0;
  }

  /** False when these cannot fit: nothing is downloaded in vain, and the question comes up again. */
  async #findRoom(missing: readonly ManifestFile[]): Promise<boolean> {
    clearTimeout(this.#roomTimer);
    try {
      await this.#options.makeRoom(missing);
      return true;
    } catch (cause) {
      this.#options.onTrouble('room', cause);
      this.#roomTimer = setTimeout(() => this.collect(), jittered(NO_ROOM_MS));
      return false;
    }
  }
}

/** Replaces the revision in an ETag such as `"12-2026b"`. Its second part names the table of UTC offsets, which a change leaves as it is. */
const withRevision = (etag: string | null, revision: number): string => `"${revision}${/-\w+/.exec(etag ?? '')?.[0] ?? ''}"`;
