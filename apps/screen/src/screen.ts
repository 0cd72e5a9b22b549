import type { ScreenCommand } from '@vitrine/contract/live';
import type { ScreenShell } from '@vitrine/contract/screen-shell';
import type { Manifest, ScreenReport } from '@vitrine/contract/screens';
import type { FileCache } from './cache/file-cache.ts';
import { createVerifiedFiles, listCopies } from './cache/verified-files.ts';
import type { ServerClock } from './clock/server-clock.ts';
import { type Database, type Identity, type StoredManifest, withValidEtag } from './database/database.ts';
import { EmergencyInbox } from './emergency/emergency-inbox.ts';
import { registerUntilAccepted } from './identity.ts';
import { LateParts } from './late-parts.ts';
import { ManifestPlayback } from './playback/manifest-playback.ts';
import { ScreenPlayer, type ScreenPlayerOptions } from './playback/screen-player.ts';
import { createStallDetector } from './playback/stall-detector.ts';
import { getRecoveryCount } from './playback/watchdog.ts';
import { PlayRecorder } from './plays/plays.ts';
import { createControls, receiptSent, runCommand } from './remote/controls.ts';
import type { ScreenControls } from './remote/remote.ts';
import { composeReport } from './report/compose-report.ts';
import { HealthMonitor } from './report/health.ts';
import { ProblemList } from './report/problems.ts';
import { Reporter } from './report/reporter.ts';
import type { ScreenParts } from './screen-parts.ts';
import { reload } from './shell/reload.ts';
import { createLinkHandlers } from './sync/link-handlers.ts';
import { type LiveLink, openLiveLink } from './sync/live-link.ts';
import { ManifestSync } from './sync/manifest-sync.ts';
import { createSyncRequests } from './sync/screen-api.ts';
import type { Panel } from './view/panel.ts';
import { getBadge, getStatusView, type ScreenSituation } from './view/status-view.ts';
import type { View } from './view/view.ts';

/**
 * The running screen. One half follows the server (identity, live link, manifests, files). The other half plays the manifest that was activated last, also
 * while the server is unreachable. They meet in `#activateManifest`.
 */
export class Screen {
  readonly late = new LateParts();
  /** Messages for the overlay, which is loaded after the start. */
  readonly emergency = new EmergencyInbox((...painted) => this.#link?.sendPainted(...painted));
  #database: Database;
  #view: View;
  #clock: ServerClock;
  #cache: FileCache;
  #panel: Panel;
  #player: ScreenPlayer;
  #plays: PlayRecorder;
  #health: HealthMonitor;
  #reporter: Reporter;
  #identity: Identity | null = null;
  #manifests: ManifestPlayback;
  #problems = new ProblemList();
  #shell: ScreenShell | null = null;
  #reachable = true;
  #sync: ManifestSync | null = null;
  #link: LiveLink | null = null;
  #stallDetector = createStallDetector();
  #runCommand = (command: ScreenCommand) => runCommand(command, this.#controls(), (receipt) => this.#link?.sendReceipt(receipt));

  static async open({ openCache, ...parts }: ScreenParts): Promise<Screen> {
    let screen: Screen | null = null;
    const cache = await openCache(() => screen?.pinned ?? [], parts.panel.copiesOf);
    screen = new Screen(parts, cache);
    return screen;
  }

  private constructor({ database, view, clock, panel }: Omit<ScreenParts, 'openCache'>, cache: FileCache) {
    this.#database = database;
    this.#view = view;
    this.#clock = clock;
    this.#cache = cache;
    if (database.estimateMemory) this.#problems.noteNotStored();
    this.#plays = new PlayRecorder(database, clock);
    this.#health = new HealthMonitor({ skewMs: () => clock.skewMs, heals: getRecoveryCount, stage: view.stage });
    this.#panel = panel;
    panel.onChange = () => {
      this.#player.renewAll();
      this.#sync?.checkFiles();
    };
    const files = createVerifiedFiles(
      cache.store,
      (sha256) => listCopies(this.#manifests.active?.manifest, sha256, panel.copiesOf),
      () => this.#sync?.checkFiles(),
    );
    this.#player = new ScreenPlayer({
      stage: view.stage,
      clock,
      onClockJump: () => this.#sync?.requestSync(),
      open: (item) => files.open(item),
      onItemShown: (...shown) => this.#handleItemShown(...shown),
      onItemFailed: (item, reason) => {
        void files.verify(item).then((isIntact) => isIntact && item.kind === 'video' && panel.avoidFullHd(item.sha256));
        console.info(`skipped ${item.id}: ${reason}`);
        this.#problems.addItemProblem(item.mediaId, reason);
        this.#reportChange();
      },
      onPublishChange: () => this.#problems.removeItemProblems(),
      onOffChange: () => {
        this.updateDownloads();
        this.#reportChange();
      },
    });
    this.#manifests = new ManifestPlayback({
      play: (manifest) => this.#play(manifest),
      isPublishActive: () => this.#player.publish !== null || this.#player.isOff,
      store: (adopted) => database.put('adopted', adopted, 'now'),
      removeSurplus: () => cache.removeSurplus(),
      onError: (operation, cause) => this.#handleError(operation, cause),
    });
    this.#reporter = new Reporter({
      read: () => this.report,
      link: () => (this.#link?.connected ? this.#link : null),
    });
  }

  get pinned(): Manifest[] {
    return this.#manifests.pinned;
  }

  get report(): ScreenReport {
    return composeReport({
      manifests: this.#manifests,
      player: this.#player,
      problems: this.#problems,
      health: this.#health,
      shell: this.#shell,
    });
  }

  get situation(): ScreenSituation {
    return {
      deviceId: this.#identity?.deviceId ?? null,
      manifest: this.#manifests.active?.manifest ?? null,
      nextManifest: this.#manifests.next,
      progress: this.#manifests.progress,
      reachable: this.#reachable,
      isShowingItem: this.#player.current !== null,
      hasActivePublish: this.#player.publish !== null,
      isOff: this.#player.isOff,
      storageProblem: this.#problems.storageProblem,
    };
  }

  /** Plays the stored manifest first, then contacts the server, which may be slow. */
  async start(identity: Identity | null, adopted: StoredManifest | null, isFallenBack: boolean): Promise<void> {
    this.#identity = identity;
    if (isFallenBack) this.#problems.addVersionFallback();
    if (adopted) this.#manifests.play(adopted);
    this.#render();
    if (identity) this.#connect(identity);
    if (identity?.versionCode !== __VERSION__) await this.#register(identity);
  }

  setShellVersions(shell: ScreenShell): void {
    this.#shell = shell;
    this.#reporter.scheduleReport();
  }

  /** Returns true when the page paints and shows what it should. */
  isHealthy(): boolean {
    const { hasActivePublish, isShowingItem } = this.situation;
    return this.#health.isPainting() && (isShowingItem || !hasActivePublish);
  }

  /** A screen that is off shows nothing, and paused playback is not stuck. In synchronized playback, an item may stay in the slots of items that fail. */
  isStuck(): boolean {
    if (this.#player.isOff) return false;
    if (this.#health.isFrozen()) return true;
    if (this.#player.paused || this.#player.publish?.synchronized) return false;
    return this.#stallDetector.isStuck(this.#player.count, performance.now());
  }

  /** Controls for a person in front of the screen. Call `changed` after each use, so that the server receives a report. */
  get local(): { database: Database; clock: ServerClock; wall: ScreenPlayer; problems: ProblemList; changed: () => void } {
    const [database, clock, wall, problems] = [this.#database, this.#clock, this.#player, this.#problems];
    return { database, clock, wall, problems, changed: () => this.#reporter.scheduleReport() };
  }

  /** Pauses downloads while the screen is off, unless it turns on soon. */
  updateDownloads(): void {
    this.#sync?.setDownloadsPaused(this.#player.isOff && !this.late.operation?.isPreparing);
  }

  #controls(): ScreenControls {
    return createControls(this.#player, this.late.sound, {
      load: async (version) => {
        const { loadVersion } = await import('./shell/load-version.ts');
        if (this.#identity) await loadVersion(this.#identity, version);
      },
      reset: async () => {
        const { resetStores } = await import('./remote/reset-screen.ts');
        const previous = this.#identity;
        await receiptSent();
        this.#disconnect();
        const stores = { database: this.#database, cache: this.#cache, plays: this.#plays, sound: this.late.sound };
        await resetStores(stores, previous).finally(() => void reload());
      },
    });
  }

  async #register(previous: Identity | null): Promise<void> {
    const identity = await registerUntilAccepted(this.#database, previous, (reachable) => this.#setReachable(reachable));
    const isSame = identity.deviceId === previous?.deviceId && identity.secret === previous.secret;
    this.#identity = identity;
    this.#render();
    if (!isSame || !this.#sync) this.#connect(identity);
  }

  #disconnect(): void {
    this.#sync?.stop();
    this.#link?.close();
    this.#plays.disconnect();
    this.#sync = null;
    this.#link = null;
  }

  #connect(identity: Identity): void {
    this.#disconnect();
    const { active } = this.#manifests;
    const mine = active?.deviceId === identity.deviceId && !active.isPartial ? withValidEtag(active) : null;
    const sync = new ManifestSync(mine, {
      server: createSyncRequests(identity, this.#clock, this.#cache),
      cache: {
        listStoredFiles: () => this.#cache.store.listStoredFiles(),
        copiesOf: this.#panel.copiesOf,
        freeSpaceFor: (missing) => this.#cache.freeSpaceFor(missing),
        isPartWanted: () => this.#manifests.isPartWanted,
      },
      listener: {
        onComplete: (complete) => {
          this.#problems.removeStorageProblem();
          this.#manifests.activate(complete);
          this.#reportChange();
        },
        onReplaced: () => this.#manifests.removeSurplus(),
        onProgress: (progress, newest, missing) => {
          this.#player.setDevice(newest.manifest.device);
          this.#manifests.handleProgress(progress, newest, missing);
          this.#reportChange();
        },
        onRepaired: (sha256) => this.#player.retryFile(sha256),
        onReachabilityChange: (reachable) => this.#setReachable(reachable),
        onScreenUnknown: () => this.#handleUnknownScreen(identity),
        onError: (operation, cause) => this.#handleError(operation, cause),
      },
    });
    this.#sync = sync;
    this.updateDownloads();
    const listeners = { sync, reporter: this.#reporter, emergency: this.emergency, late: this.late, runCommand: this.#runCommand };
    this.#link = openLiveLink({ identity, ...createLinkHandlers(listeners) });
    this.#plays.connect(identity);
    sync.requestSync();
  }

  /** The server no longer knows this screen, or the screen was reset: register again. Playback continues until the next manifest. */
  #handleUnknownScreen(identity: Identity): void {
    if (this.#identity !== identity) return;
    this.#disconnect();
    void this.#register(identity);
  }

  #play(manifest: Manifest): void {
    if (manifest.device) this.#problems.noteZone(manifest.device, this.#clock.now());
    this.#player.setManifest(manifest);
  }

  #handleItemShown(...[item, zone]: Parameters<ScreenPlayerOptions['onItemShown']>): void {
    if (!zone) this.#stallDetector.recordItem(item, performance.now());
    this.#plays.setShownItem(this.#manifests.active?.manifest ?? null, this.#player.publish, item, zone);
    if (item) this.#problems.removeItemProblem(item.mediaId);
    this.#reportChange();
  }

  #handleError(what: string, cause: unknown): void {
    console.info(`${what}:`, cause);
    this.#problems.addStorageProblem(cause);
    this.#reportChange();
  }

  #reportChange(): void {
    this.#reporter.scheduleReport();
    this.#render();
  }

  #setReachable(reachable: boolean): void {
    this.#reachable = reachable;
    if (!reachable) this.#clock.continueOffline();
    // A live message confirms the manifest but has no time, so the screen would show the wrong playlist until the next request.
    else if (this.#clock.isEstimated) this.#sync?.requestSync();
    this.#render();
  }

  #render(): void {
    const situation = this.situation;
    this.#view.render(getStatusView(situation), getBadge(situation, this.#player.publish?.name ?? null));
    this.late.notify();
  }
}
