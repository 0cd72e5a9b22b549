import type { SyncMessage } from '@vitrine/contract/live';
import type { Manifest, ManifestFile, PlaylistContents } from '@vitrine/contract/screens';
import { type ApplyResult, applyManifestChange, unpackContents } from '@vitrine/playback';
import type { StoredManifest } from '../database/database.ts';
import { createManifestDownloads, type DownloadCache, type DownloadListener, type ManifestDownloads } from './manifest-downloads.ts';
import { ScreenUnknownError } from './screen-api.ts';
import { INITIAL_STATE, type MessageResult, type SyncInput, type SyncState, transition } from './sync-states.ts';

/** Requests to the server. */
export interface SyncServer {
  /** Requests the manifest. Returns null when it still has this ETag. */
  requestManifest: (etag: string | null) => Promise<StoredManifest | null>;
  /** Requests the contents of a playlist by their digest. */
  fetchContents: (digest: string) => Promise<PlaylistContents>;
  /** Downloads, verifies and stores one file. */
  fetchFile: (file: ManifestFile, signal: AbortSignal) => Promise<void>;
}

export interface SyncListener extends DownloadListener {
  onReachabilityChange: (reachable: boolean) => void;
  onScreenUnknown: () => void;
}

export interface ManifestSyncOptions {
  server: SyncServer;
  cache: DownloadCache;
  listener: SyncListener;
}

/**
 * Synchronizes the manifest with the server. A message with a change is applied to the manifest it refers to; in all other cases the manifest is requested.
 * `sync-states.ts` decides when. This class runs its timer and its requests.
 */
export class ManifestSync {
  #server: SyncServer;
  #listener: SyncListener;
  #downloads: ManifestDownloads;
  #newest: StoredManifest | null;
  #state: SyncState = INITIAL_STATE;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(adopted: StoredManifest | null, { server, cache, listener }: ManifestSyncOptions) {
    this.#server = server;
    this.#listener = listener;
    this.#newest = adopted;
    this.#downloads = createManifestDownloads(adopted, {
      fetchFile: server.fetchFile,
      cache,
      listener,
      onFailed: (cause) => this.#handleFailure('download', cause),
    });
  }

  /** Sets whether the live link is up, which decides the polling interval. A new link starts with a `sync` event. */
  setLinked(linked: boolean): void {
    this.#dispatch({ type: 'linkChanged', linked });
  }

  /** Handles a sync message: ignores known revisions, applies the change if possible, and requests the manifest otherwise. */
  handleSyncMessage(message: SyncMessage): void {
    const spreadMs = Math.random() * (message.withinMs ?? 0);
    const result = this.#state.name === 'waiting' ? this.#receiveMessage(message, spreadMs) : 'unapplied';
    this.#dispatch({ type: 'message', message, result, spreadMs });
  }

  /** Requests the manifest now. During a request, one more follows it, however often this is called. */
  requestSync(): void {
    this.#dispatch({ type: 'nudge' });
  }

  /** Downloads the missing files, or adopts the manifest when none are missing. */
  checkFiles(): void {
    this.#downloads.check();
  }

  /** While paused, no downloads start. A manifest whose files are all stored is adopted nevertheless. */
  setDownloadsPaused(isPaused: boolean): void {
    this.#downloads.queue.setPaused(isPaused);
  }

  stop(): void {
    this.#dispatch({ type: 'stop' });
    this.#downloads.stop();
  }

  #dispatch(input: SyncInput): void {
    const previous = this.#state;
    const now = performance.now();
    const state = transition(previous, { ...input, now, random: Math.random() });
    if (state === previous) return;
    this.#state = state;
    clearTimeout(this.#timer);
    if (state.name === 'waiting') this.#timer = setTimeout(() => this.#dispatch({ type: 'timer' }), state.dueAt - now);
    else if (state.name === previous.name) return;
    else if (state.name === 'requestingManifest') void this.#requestManifest();
    else if (state.name === 'fetchingContents') void this.#fetchContents(state.change);
  }

  #receiveMessage(message: SyncMessage, spreadMs: number): MessageResult {
    if (this.#newest?.manifest.revision === message.revision) {
      this.#confirmNewest();
      return 'current';
    }
    const applied = this.#applyMessage(message, []);
    if (applied === null) return 'unapplied';
    this.#downloads.delayUntil(performance.now() + spreadMs);
    if ('missing' in applied) return 'incomplete';
    this.#setChangedManifest(applied.manifest);
    return 'current';
  }

  /** Returns null when the message changes another manifest than the newest one here, or is invalid. */
  #applyMessage({ revision, change, contents = [] }: SyncMessage, fetched: readonly PlaylistContents[]): ApplyResult {
    if (!this.#newest || this.#newest.manifest.revision !== change?.from) return null;
    try {
      const known = [...contents.map(unpackContents), ...fetched];
      return applyManifestChange(this.#newest.manifest, { revision, change }, new Map(known.map((one) => [one.digest, one])));
    } catch (cause) {
      this.#listener.onError('manifest', cause);
      return null;
    }
  }

  async #requestManifest(): Promise<void> {
    try {
      const response = await this.#server.requestManifest(this.#newest?.etag ?? null);
      if (this.#isStopped) return;
      if (response) this.#setNewest(response);
      this.#confirmNewest();
      this.#dispatchResponse();
    } catch (cause) {
      this.#handleFailure('manifest', cause);
      this.#dispatch({ type: 'failure' });
    }
  }

  /** Applies the message once its contents are fetched. A failure has the manifest requested, so it is not reported. */
  async #fetchContents(message: SyncMessage): Promise<void> {
    try {
      const applicable = this.#applyMessage(message, []);
      const digests = applicable && 'missing' in applicable ? applicable.missing : [];
      const applied = this.#applyMessage(message, await Promise.all(digests.map((digest) => this.#server.fetchContents(digest))));
      if (this.#isStopped) return;
      if (!applied || 'missing' in applied) return this.#dispatch({ type: 'failure' });
      this.#setChangedManifest(applied.manifest);
      this.#dispatchResponse();
    } catch {
      this.#dispatch({ type: 'failure' });
    }
  }

  get #isStopped(): boolean {
    return this.#state.name === 'stopped';
  }

  #dispatchResponse(): void {
    this.#dispatch({ type: 'response', revision: this.#newest?.manifest.revision ?? 0 });
  }

  /** Sets the manifest that results from a change as the newest one. */
  #setChangedManifest(manifest: Manifest): void {
    if (!this.#newest) return;
    this.#setNewest({ ...this.#newest, manifest, etag: withRevision(this.#newest.etag, manifest.revision) });
    this.#confirmNewest();
  }

  #setNewest(newest: StoredManifest): void {
    this.#newest = newest;
    this.#downloads.setNewest(newest);
  }

  /** The server is reachable, and the newest manifest here is the one that it announced. */
  #confirmNewest(): void {
    this.#listener.onReachabilityChange(true);
    if (this.#state.name !== 'stopped' && this.#state.failures > 0) this.#downloads.queue.retryNow();
    this.checkFiles();
  }

  #handleFailure(operation: string, cause: unknown): void {
    if (this.#isStopped) return;
    if (cause instanceof ScreenUnknownError) {
      this.#listener.onScreenUnknown();
      return;
    }
    if (operation === 'manifest') this.#listener.onReachabilityChange(false);
    this.#listener.onError(operation, cause);
  }
}

/** Replaces the revision in an ETag such as `"12-2026b"`. Its second part names the table of UTC offsets, which a change leaves as it is. */
const withRevision = (etag: string | null, revision: number): string => `"${revision}${/-\w+/.exec(etag ?? '')?.[0] ?? ''}"`;
