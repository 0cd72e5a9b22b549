import type { Manifest, ScreenReport } from '@vitrine/contract/screens';
import type { io } from 'socket.io-client';
import { createServerClock } from '../../apps/screen/src/clock/server-clock.ts';
import type { Adopted } from '../../apps/screen/src/database/database.ts';
import { readAbilities, readSensors } from '../../apps/screen/src/remote/companion.ts';
import { type Controls, createCommandRunner } from '../../apps/screen/src/remote/remote.ts';
import { Reporter } from '../../apps/screen/src/report/reporter.ts';
import { linkHandlers } from '../../apps/screen/src/sync/link-handlers.ts';
import { type LiveLink, openLiveLink } from '../../apps/screen/src/sync/live-link.ts';
import { ManifestSync, type Progress } from '../../apps/screen/src/sync/manifest-sync.ts';
import type { ScreenCalls, ScreenIdentity } from './screen-calls.ts';
import { SimulatedHealth } from './simulated-health.ts';
import { SimulatedPlays } from './simulated-plays.ts';
import { SimulatedWall } from './simulated-wall.ts';

/** As long as a page takes to come back. */
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
 * A screen without stage, storage and browser. What it sends, asks and waits for is the code of apps/screen, put together as its
 * screen.ts does it. A file counts as held as soon as it is named.
 */
export class SimulatedScreen {
  #options: SimulatedScreenOptions;
  #clock = createServerClock({ kept: null, keep: () => undefined });
  #wall = new SimulatedWall({ now: this.#clock.now, onItem: () => this.#moved() });
  #plays = new SimulatedPlays(this.#clock.now);
  #health = new SimulatedHealth();
  #reporter: Reporter;
  #adopted: Adopted | null = null;
  #progress: Progress = { downloaded: 0, total: 0 };
  #sync: ManifestSync | null = null;
  #link: LiveLink | null = null;
  #runCommand: ReturnType<typeof createCommandRunner>;
  /** A version that it was told to load, as if it had. */
  #shell: ScreenReport['shell'] = null;
  /** The server does not know it. A real screen introduces itself anew. */
  isForgotten = false;

  constructor(options: SimulatedScreenOptions) {
    this.#options = options;
    this.#runCommand = createCommandRunner(
      this.#controls(),
      (receipt) => this.#link?.answer(receipt),
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

  /** Of the publish that is on its wall. */
  get playlistId(): string | null {
    return this.#wall.publish?.playlistId ?? null;
  }

  open(): void {
    const { identity, calls, connect, onConnected } = this.#options;
    const sync = new ManifestSync(this.#adopted, {
      ask: (etag) => calls.fetchManifest(identity, etag, this.#clock),
      fetchContents: (digest) => calls.fetchContents(identity, digest),
      copiesOf: (file) => [file],
      held: () => Promise.resolve(EVERYTHING),
      makeRoom: () => Promise.resolve(),
      fetchFile: () => Promise.resolve(),
      onWhole: (next) => this.#take(next),
      onReplaced: () => undefined,
      onProgress: (progress) => {
        this.#progress = progress;
        this.#reporter.changed();
      },
      onRepaired: () => undefined,
      onReachable: (reachable) => {
        if (!reachable) this.#clock.alone();
      },
      onUnknown: () => {
        this.isForgotten = true;
        this.close();
      },
      // All of it is tried again.
      onTrouble: () => undefined,
    });
    this.#sync = sync;
    const handlers = linkHandlers({ sync, reporter: this.#reporter, runCommand: this.#runCommand });
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
    sync.nudge();
  }

  /** Goes away. What its parts do by the clock goes on without a link, as on a page that is not closed. */
  close(): void {
    this.#sync?.stop();
    this.#link?.close();
    this.#plays.disconnect();
    this.#wall.stop();
    this.#sync = null;
    this.#link = null;
  }

  #controls(): Controls {
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
      ...readAbilities(),
      health: this.#health.read(this.manifest, this.#clock.skewMs),
      shell: this.#shell,
    };
  }

  #take(next: Adopted): void {
    this.#adopted = next;
    this.#wall.adopt(next.manifest);
    this.#reporter.changed();
    this.#options.onAdopted?.(this);
  }

  #moved(): void {
    const { current, publish } = this.#wall;
    this.#plays.shown(this.manifest, publish, current);
    if (current) this.#health.shown();
    this.#reporter.changed();
  }
}
