import type { Manifest, ScreenReport } from '@vitrine/contract/screens';
import type { io } from 'socket.io-client';
import { createServerClock } from '../../apps/screen/src/clock/server-clock.ts';
import type { StoredManifest } from '../../apps/screen/src/database/database.ts';
import { readRemoteAbilities, readSensors } from '../../apps/screen/src/remote/companion.ts';
import { createCommandRunner, type ScreenControls } from '../../apps/screen/src/remote/remote.ts';
import { Reporter } from '../../apps/screen/src/report/reporter.ts';
import { createLinkHandlers } from '../../apps/screen/src/sync/link-handlers.ts';
import { type LiveLink, openLiveLink } from '../../apps/screen/src/sync/live-link.ts';
import type { DownloadProgress } from '../../apps/screen/src/sync/manifest-downloads.ts';
import { ManifestSync, type SyncListener } from '../../apps/screen/src/sync/manifest-sync.ts';
import type { ScreenCalls, ScreenIdentity } from './screen-calls.ts';
import { SimulatedHealth } from './simulated-health.ts';
import { SimulatedPlays } from './simulated-plays.ts';
import { SimulatedWall } from './simulated-wall.ts';

/** Time that a page takes to reload. */
const RELOADED_IN_MS = 1000;

/** Every file is held as soon as it is named. */
class Everything extends Set<string> {
  override has(): boolean {
    return true;
  }
}
const EVERYTHING = new Everything();

export interface SimulatedScreenOptions {
  identity: ScreenIdentity;
  calls: Pick<ScreenCalls, 'fetchManifest' | 'fetchContents' | 'sendPlays'>;
  /** The client of the live link. */
  connect: typeof io;
  onConnected?: () => void;
  /** It holds another manifest and plays it from now on. */
  onAdopted?: (screen: SimulatedScreen) => void;
}

/**
 * A screen without display, storage and browser. The code of apps/screen, composed as in its screen.ts, decides what it sends, requests and waits for. A
 * file counts as stored as soon as the manifest names it.
 */
export class SimulatedScreen {
  #options: SimulatedScreenOptions;
  #clock = createServerClock({ stored: null, store: () => undefined });
  #wall = new SimulatedWall({ now: this.#clock.now, onItem: () => this.#moved() });
  #plays = new SimulatedPlays(this.#clock.now);
  #health = new SimulatedHealth();
  #reporter: Reporter;
  #adopted: StoredManifest | null = null;
  #progress: DownloadProgress = { downloaded: 0, total: 0 };
  #sync: ManifestSync | null = null;
  #link: LiveLink | null = null;
  #runCommand: ReturnType<typeof createCommandRunner>;
  /** Version that the server instructed the screen to load; it is reported as loaded. */
  #shell: ScreenReport['shell'] = null;
  /** True when the server does not know the screen. A real screen registers again. */
  isForgotten = false;

  constructor(options: SimulatedScreenOptions) {
    this.#options = options;
    this.#runCommand = createCommandRunner(
      this.#controls(),
      (receipt) => this.#link?.sendReceipt(receipt),
      () => true,
    );
    this.#reporter = new Reporter({
      read: () => this.#report,
      link: () => (this.#link?.connected ? this.#link : null),
    });
  }

  get isConnected(): boolean {
    return this.#link?.connected ?? false;
  }

  get manifest(): Manifest | null {
    return this.#adopted?.manifest ?? null;
  }

  /** Playlist of the current publish. */
  get playlistId(): string | null {
    return this.#wall.publish?.playlistId ?? null;
  }

  open(): void {
    const { identity, calls, connect, onConnected } = this.#options;
    const sync = new ManifestSync(this.#adopted, {
      server: {
        requestManifest: (etag) => calls.fetchManifest(identity, etag, this.#clock),
        fetchContents: (digest) => calls.fetchContents(identity, digest),
        fetchFile: () => Promise.resolve(),
      },
      cache: {
        listStoredFiles: () => Promise.resolve(EVERYTHING),
        copiesOf: (file) => [file],
        freeSpaceFor: () => Promise.resolve(),
      },
      listener: this.#createSyncListener(),
    });
    this.#sync = sync;
    const handlers = createLinkHandlers({ sync, reporter: this.#reporter, runCommand: this.#runCommand });
    this.#link = openLiveLink(
      {
        identity: { ...identity, versionCode: '' },
        ...handlers,
        onConnected: (connected) => {
          handlers.onConnected(connected);
          if (connected) onConnected?.();
        },
      },
      connect,
    );
    this.#plays.connect((plays, lost) => calls.sendPlays(identity, plays, lost));
    sync.requestSync();
  }

  #createSyncListener(): SyncListener {
    return {
      onComplete: (next) => this.#take(next),
      onReplaced: () => undefined,
      onProgress: (progress) => {
        this.#progress = progress;
        this.#reporter.scheduleReport();
      },
      onRepaired: () => undefined,
      onReachabilityChange: (reachable) => {
        if (!reachable) this.#clock.continueOffline();
      },
      onScreenUnknown: () => {
        this.isForgotten = true;
        this.close();
      },
      // Every failed operation is retried.
      onError: () => undefined,
    };
  }

  /** Disconnects. Timers of its parts continue without a link, as on a page that stays open. */
  close(): void {
    this.#sync?.stop();
    this.#link?.close();
    this.#plays.disconnect();
    this.#wall.stop();
    this.#sync = null;
    this.#link = null;
  }

  #controls(): ScreenControls {
    const wall = this.#wall;
    const reload = () => {
      this.close();
      setTimeout(() => this.open(), RELOADED_IN_MS);
    };
    return {
      play: () => wall.play(),
      pause: () => wall.pause(),
      next: () => wall.next(),
      previous: () => wall.previous(),
      setMuted: (muted) => {
        wall.muted = muted;
      },
      load: async ({ shell }) => {
        this.#shell = { good: shell, trial: null, bad: [] };
      },
      reload,
      reset: async () => reload(),
    };
  }

  get #report(): ScreenReport {
    const { current, publish, paused, muted } = this.#wall;
    return {
      revision: this.manifest?.revision ?? 0,
      ...this.#progress,
      publishId: publish?.publishId ?? null,
      itemId: current?.id ?? null,
      mediaId: current?.mediaId ?? null,
      failed: [],
      paused,
      muted,
      ...readSensors(),
      ...readRemoteAbilities(),
      health: this.#health.read(this.manifest, this.#clock.skewMs),
      shell: this.#shell,
    };
  }

  #take(next: StoredManifest): void {
    this.#adopted = next;
    this.#wall.adopt(next.manifest);
    this.#reporter.scheduleReport();
    this.#options.onAdopted?.(this);
  }

  #moved(): void {
    const { current, publish } = this.#wall;
    this.#plays.shown(this.manifest, publish, current);
    if (current) this.#health.shown();
    this.#reporter.scheduleReport();
  }
}
