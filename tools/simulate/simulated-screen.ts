import type { Manifest, ScreenReport } from '@vitrine/contract/screens';
import { listShownAlerts } from '@vitrine/playback';
import type { io } from 'socket.io-client';
import { createServerClock } from '../../apps/screen/src/clock/server-clock.ts';
import type { StoredClock, StoredManifest } from '../../apps/screen/src/database/database.ts';
import { EmergencyInbox } from '../../apps/screen/src/emergency/emergency-inbox.ts';
import { EmergencyMessages, type StoredEmergency } from '../../apps/screen/src/emergency/emergency-messages.ts';
import { readRemoteAbilities, readSensors } from '../../apps/screen/src/remote/companion.ts';
import { createCommandRunner, type ScreenControls } from '../../apps/screen/src/remote/remote.ts';
import { Reporter } from '../../apps/screen/src/report/reporter.ts';
import { createLinkHandlers } from '../../apps/screen/src/sync/link-handlers.ts';
import { type LiveLink, openLiveLink } from '../../apps/screen/src/sync/live-link.ts';
import type { DownloadProgress } from '../../apps/screen/src/sync/manifest-downloads.ts';
import { ManifestSync, type SyncListener } from '../../apps/screen/src/sync/manifest-sync.ts';
import type { ScreenCalls, ScreenIdentity } from './screen-calls.ts';
import { SimulatedHealth } from './simulated-health.ts';
import { SimulatedPlayer } from './simulated-player.ts';
import { SimulatedPlays } from './simulated-plays.ts';

/** Time that a page takes to reload. */
const RELOAD_MS = 1000;
/** Two frames, after which a real screen has painted an alert. */
const PAINT_MS = 33;

/** Contains every file name, so that no file is downloaded. */
class AllFiles extends Set<string> {
  override has(): boolean {
    return true;
  }
}
const ALL_FILES = new AllFiles();

export interface SimulatedScreenOptions {
  identity: ScreenIdentity;
  calls: Pick<ScreenCalls, 'fetchManifest' | 'fetchContents' | 'fetchEmergency' | 'sendPlays'>;
  /** The client of the live link. */
  connect: typeof io;
  onConnected?: () => void;
  /** Runs when the screen starts to play another manifest. */
  onAdopted?: (screen: SimulatedScreen) => void;
  /** Runs when the screen has painted alerts. */
  onPainted?: (alertIds: string[]) => void;
}

/**
 * A screen without display, storage and browser. The code of apps/screen, composed as in its screen.ts, decides what it sends, requests and waits for. A
 * file counts as stored as soon as the manifest names it.
 */
export class SimulatedScreen {
  #options: SimulatedScreenOptions;
  /** Error of the local clock, in milliseconds. */
  localOffsetMs = 0;
  #storedClock: StoredClock | null = null;
  #clock = this.#createClock();
  #now = () => this.#clock.now();
  #player = new SimulatedPlayer({
    now: this.#now,
    isClockTrusted: () => this.#clock.isTrusted,
    onItem: () => this.#onItemChange(),
    onEvaluate: () => {
      if (this.#clock.hasJumped()) this.#sync?.requestSync();
    },
    onOffChange: () => this.#reporter.scheduleReport(),
  });
  #plays = new SimulatedPlays(this.#now);
  #health = new SimulatedHealth();
  #reporter: Reporter;
  #adopted: StoredManifest | null = null;
  #progress: DownloadProgress = { downloaded: 0, total: 0 };
  #sync: ManifestSync | null = null;
  #link: LiveLink | null = null;
  #emergency = new EmergencyInbox((...painted) => this.#link?.sendPainted(...painted));
  #emergencyMessages: EmergencyMessages | null = null;
  #storedEmergency: StoredEmergency | undefined;
  #runCommand: ReturnType<typeof createCommandRunner>;
  /** Version that the server instructed the screen to load; it is reported as loaded. */
  #shell: ScreenReport['shell'] = null;
  /** True when the server does not know the screen. A real screen registers again. */
  isUnknown = false;

  constructor(options: SimulatedScreenOptions) {
    this.#options = options;
    this.#runCommand = createCommandRunner(this.#controls(), (receipt) => this.#link?.sendReceipt(receipt));
    this.#reporter = new Reporter({
      read: () => this.#report,
      link: () => (this.#link?.connected ? this.#link : null),
    });
    this.#startEmergency();
  }

  /** Server time that the screen assumes, in epoch milliseconds. */
  get assumedTime(): number {
    return this.#clock.now();
  }

  get isConnected(): boolean {
    return this.#link?.connected ?? false;
  }

  get manifest(): Manifest | null {
    return this.#adopted?.manifest ?? null;
  }

  /** Playlist of the current publish. */
  get playlistId(): string | null {
    return this.#player.publish?.playlistId ?? null;
  }

  /** True outside of the operating hours of the device. */
  get isOff(): boolean {
    return this.#player.isOff;
  }

  /** Alerts that cover the content now. */
  get shownAlertIds(): string[] {
    if (!this.#storedEmergency || this.manifest?.device === null) return [];
    const { messages, state } = this.#storedEmergency;
    const isStored = (messageId: string) => messages.some((message) => message.messageId === messageId);
    return listShownAlerts(state, this.#now()).flatMap(({ alertId, messageId }) => (isStored(messageId) ? alertId : []));
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
        listStoredFiles: () => Promise.resolve(ALL_FILES),
        copiesOf: (file) => [file],
        freeSpaceFor: () => Promise.resolve(),
        isPartWanted: () => false,
      },
      listener: this.#createSyncListener(),
    });
    this.#sync = sync;
    const handlers = createLinkHandlers({
      sync,
      reporter: this.#reporter,
      emergency: this.#emergency,
      late: { takeScreenshot: () => undefined, announceMove: () => undefined },
      runCommand: this.#runCommand,
    });
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

  #createClock() {
    const store = (clock: StoredClock) => {
      this.#storedClock = clock;
    };
    return createServerClock({ stored: this.#storedClock, store, localClock: () => Date.now() + this.localOffsetMs });
  }

  /** Starts the overlay of a new page with what an earlier page has stored. */
  #startEmergency(): void {
    const { identity, calls, onPainted } = this.#options;
    let shownKey = '';
    const isCurrent = () => this.#emergencyMessages === messages;
    const messages: EmergencyMessages = new EmergencyMessages({
      stored: this.#storedEmergency,
      pictures: undefined,
      store: async (stored) => {
        if (isCurrent()) this.#storedEmergency = stored;
      },
      storePictures: () => Promise.resolve(),
      fetchEmergency: () => calls.fetchEmergency(identity),
      fetchPicture: () => Promise.resolve(new Blob([])),
      sendPainted: (alertIds, silentIds) => {
        this.#emergency.sendPainted(alertIds, silentIds);
        onPainted?.(alertIds);
      },
      overlay: {
        show: (page, _picture, onFrame) => {
          const key = page?.key ?? '';
          if (key === shownKey) return;
          shownKey = key;
          if (page) setTimeout(() => shownKey === key && isCurrent() && onFrame(), PAINT_MS);
        },
      },
      sound: { isBlocked: false, isWanted: () => false, play: () => undefined },
      now: this.#now,
      onError: () => undefined,
    });
    this.#emergencyMessages = messages;
    this.#emergency.listen(messages);
  }

  #createSyncListener(): SyncListener {
    return {
      onComplete: (next) => this.#adopt(next),
      onReplaced: () => undefined,
      onProgress: (progress) => {
        this.#progress = progress;
        this.#reporter.scheduleReport();
      },
      onRepaired: () => undefined,
      onReachabilityChange: (reachable) => {
        if (!reachable) this.#clock.continueOffline();
        else if (this.#clock.isEstimated) this.#sync?.requestSync();
      },
      onScreenUnknown: () => {
        this.isUnknown = true;
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
    this.#player.stop();
    this.#sync = null;
    this.#link = null;
  }

  #controls(): ScreenControls {
    const player = this.#player;
    const reload = () => {
      this.close();
      setTimeout(() => {
        this.#clock = this.#createClock();
        this.#startEmergency();
        this.open();
      }, RELOAD_MS);
    };
    return {
      play: () => player.play(),
      pause: () => player.pause(),
      next: () => player.next(),
      previous: () => player.previous(),
      setMuted: async (muted) => {
        player.muted = muted;
      },
      load: async ({ shell }) => {
        this.#shell = { good: shell, trial: null, bad: [] };
      },
      reload,
      // A real screen registers again, too.
      reset: async () => {
        [this.#storedClock, this.#storedEmergency, this.#adopted] = [null, undefined, null];
        reload();
      },
    };
  }

  get #report(): ScreenReport {
    const { current, publish, paused, isOff, muted } = this.#player;
    return {
      revision: this.manifest?.revision ?? 0,
      ...this.#progress,
      publishId: publish?.publishId ?? null,
      itemId: current?.id ?? null,
      mediaId: current?.mediaId ?? null,
      failed: [],
      paused,
      off: isOff,
      muted,
      ...readSensors(),
      ...readRemoteAbilities(),
      health: this.#health.read(this.manifest, this.#clock.skewMs),
      shell: this.#shell,
    };
  }

  #adopt(next: StoredManifest): void {
    this.#adopted = next;
    this.#player.adopt(next.manifest);
    this.#emergencyMessages?.setOwned(next.manifest.device !== null);
    this.#reporter.scheduleReport();
    this.#options.onAdopted?.(this);
  }

  #onItemChange(): void {
    const { current, publish } = this.#player;
    this.#plays.setShownItem(this.manifest, publish, current);
    if (current) this.#health.countItem();
    this.#reporter.scheduleReport();
  }
}
