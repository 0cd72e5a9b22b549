import type { Manifest, ManifestItem, ScreenReport, ScreenShell } from '@vitrine/contract/screens';
import type { CopiesOf } from '@vitrine/playback';
import type { FileCache } from './cache/file-cache.ts';
import { createVerifiedFiles, listCopies } from './cache/verified-files.ts';
import type { ServerClock } from './clock/server-clock.ts';
import { type Adopted, type Database, type Identity, withValidEtag } from './database/database.ts';
import { obtainIdentity } from './identity.ts';
import { Plays } from './plays/plays.ts';
import { readAbilities, readSensors } from './remote/companion.ts';
import { createControls, receiptSent, resetScreen } from './remote/controls.ts';
import { type Controls, createCommandRunner } from './remote/remote.ts';
import { Health } from './report/health.ts';
import { Reporter } from './report/reporter.ts';
import { Troubles } from './report/troubles.ts';
import { linkHandlers } from './sync/link-handlers.ts';
import { type LiveLink, openLiveLink } from './sync/live-link.ts';
import { ManifestSync, type Progress } from './sync/manifest-sync.ts';
import { fetchContents, fetchManifest } from './sync/screen-api.ts';
import { badgeOf, faceOf, type Situation } from './view/face.ts';
import type { Panel } from './view/panel.ts';
import type { View } from './view/view.ts';
import { createMovement } from './wall/movement.ts';
import { Wall } from './wall/wall.ts';
import { countHeals } from './wall/watchdog.ts';

export interface ScreenParts {
  database: Database;
  view: View;
  clock: ServerClock;
  panel: Panel;
  openCache: (pinned: () => Manifest[], copiesOf: CopiesOf) => Promise<FileCache>;
}

/**
 * The running screen. Two halves that meet in `#adopt`: one keeps up with the server (identity,
 * live link, manifests, files), the other keeps the wall right from the manifest adopted last,
 * whether the first half gets anywhere or not.
 */
export class Screen {
  #database: Database;
  #view: View;
  #clock: ServerClock;
  #cache: FileCache;
  #panel: Panel;
  #wall: Wall;
  #plays: Plays;
  #health: Health;
  #reporter: Reporter;
  #identity: Identity | null = null;
  #adopted: Adopted | null = null;
  #coming: Manifest | null = null;
  #progress: Progress = { downloaded: 0, total: 0 };
  #troubles = new Troubles();
  #shell: ScreenShell | null = null;
  #reachable = true;
  #sync: ManifestSync | null = null;
  #link: LiveLink | null = null;
  #movement = createMovement();
  #runCommand: ReturnType<typeof createCommandRunner>;

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
    if (database.estimateMemory) this.#troubles.noteNotStored();
    this.#plays = new Plays(database, clock);
    this.#health = new Health({ skewMs: () => clock.skewMs, heals: countHeals, stage: view.stage });
    this.#panel = panel;
    panel.onChange = () => {
      this.#wall.renewAll();
      this.#sync?.collect();
    };
    const files = createVerifiedFiles(
      cache.store,
      (sha256) => listCopies(this.#adopted?.manifest, sha256, panel.copiesOf),
      () => this.#sync?.collect(),
    );
    this.#wall = new Wall({
      stage: view.stage,
      clock,
      onJump: () => this.#sync?.nudge(),
      open: (item) => files.open(item),
      onItem: (item) => this.#moved(item),
      onFailed: (item, reason) => {
        void files.check(item);
        this.#skipped(item, reason);
      },
      onDecision: () => this.#troubles.clearItems(),
    });
    this.#runCommand = createCommandRunner(this.#controls(), (receipt) => this.#link?.answer(receipt));
    this.#reporter = new Reporter({
      read: () => this.report,
      link: () => (this.#link?.connected ? this.#link : null),
    });
  }

  /** Manifests whose files must stay. */
  get pinned(): Manifest[] {
    return [this.#adopted?.manifest, this.#coming].flatMap((manifest) => manifest ?? []);
  }

  get report(): ScreenReport {
    const item = this.#wall.current;
    return {
      revision: this.#adopted?.manifest.revision ?? 0,
      ...this.#progress,
      publishId: this.#wall.publish?.publishId ?? null,
      itemId: item?.id ?? null,
      mediaId: item?.mediaId ?? null,
      failed: this.#troubles.reported,
      paused: this.#wall.paused,
      muted: this.#wall.muted,
      ...readSensors(),
      ...readAbilities(),
      health: this.#health.read(),
      shell: this.#shell,
    };
  }

  get situation(): Situation {
    return {
      deviceId: this.#identity?.deviceId ?? null,
      manifest: this.#adopted?.manifest ?? null,
      coming: this.#coming,
      progress: this.#progress,
      reachable: this.#reachable,
      showing: this.#wall.current !== null,
      chosen: this.#wall.publish !== null,
    };
  }

  /** Plays the stored manifest first, then contacts the server, which may be slow. */
  async start(identity: Identity | null, adopted: Adopted | null, isFallenBack: boolean): Promise<void> {
    this.#identity = identity;
    if (isFallenBack) this.#troubles.noteFallBack();
    if (adopted) this.#adopt(adopted);
    this.#draw();
    if (identity) this.#connect(identity);
    if (identity?.versionCode !== __VERSION__) await this.#register(identity);
  }

  /** Which versions of this program are here. */
  noteShell(shell: ScreenShell): void {
    this.#shell = shell;
    this.#reporter.changed();
  }

  /** It paints, and shows what is to be shown. */
  isHealthy(): boolean {
    const { chosen, showing } = this.situation;
    return this.#health.isPainting() && (showing || !chosen);
  }

  /** Paused playback is not stuck. */
  isStuck(): boolean {
    if (this.#health.isFrozen()) return true;
    if (this.#wall.paused) return false;
    return this.#movement.isStuck(this.#wall.publish?.items.length ?? 0, performance.now());
  }

  /** Controls for a person in front of the screen. Call `changed` after each use, so that the server receives a report. */
  get local(): { wall: Wall; changed: () => void } {
    return { wall: this.#wall, changed: () => this.#reporter.changed() };
  }

  #controls(): Controls {
    return createControls(this.#wall, {
      load: async (version) => {
        const { loadVersion } = await import('./shell/load-version.ts');
        if (this.#identity) await loadVersion(this.#identity, version);
      },
      reset: async () => {
        const previous = this.#identity;
        await receiptSent();
        this.#disconnect();
        await resetScreen({ database: this.#database, plays: this.#plays, cache: this.#cache }, previous);
      },
    });
  }

  async #register(previous: Identity | null): Promise<void> {
    const identity = await obtainIdentity(this.#database, previous, (reachable) => this.#reached(reachable));
    const isSame = identity.deviceId === previous?.deviceId && identity.secret === previous.secret;
    this.#identity = identity;
    this.#draw();
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
    const mine = this.#adopted?.deviceId === identity.deviceId ? withValidEtag(this.#adopted) : null;
    const sync = new ManifestSync(mine, {
      ask: (etag) => fetchManifest(identity, etag, this.#clock),
      fetchContents: (digest) => fetchContents(identity, digest),
      copiesOf: this.#panel.copiesOf,
      held: () => this.#cache.store.held(),
      makeRoom: (missing) => this.#cache.makeRoom(missing),
      fetchFile: (file, signal) => this.#cache.fetchFile(identity, file, signal),
      onWhole: (next) => this.#take(next),
      onReplaced: () => this.#store(() => this.#cache.tidy()),
      onProgress: (progress, newest) => this.#progressed(progress, newest),
      onRepaired: (sha256) => this.#wall.repaired(sha256),
      onReachable: (reachable) => this.#reached(reachable),
      onUnknown: () => this.#forgotten(identity),
      onTrouble: (what, cause) => this.#troubled(what, cause),
    });
    this.#sync = sync;
    this.#link = openLiveLink({ identity, ...linkHandlers({ sync, reporter: this.#reporter, runCommand: this.#runCommand }) });
    this.#plays.connect(identity);
    sync.nudge();
  }

  /** The server no longer has this screen, or it was reset: register again. What plays stays until the next manifest. */
  #forgotten(identity: Identity): void {
    if (this.#identity !== identity) return;
    this.#disconnect();
    void this.#register(identity);
  }

  /** A complete manifest: played at once, then stored; old files are deleted only after that. */
  #take(next: Adopted): void {
    this.#coming = null;
    this.#troubles.clearStorage();
    const adopted = { ...next, writtenRevision: next.manifest.revision };
    this.#adopt(adopted);
    this.#reporter.changed();
    this.#draw();
    this.#store(async () => {
      await this.#database.put('adopted', adopted, 'now');
      await this.#cache.tidy();
    });
  }

  #store(work: () => Promise<unknown>): void {
    work().catch((cause: unknown) => this.#troubled('keeping the manifest', cause));
  }

  #adopt(adopted: Adopted): void {
    this.#adopted = adopted;
    const { device } = adopted.manifest;
    if (device) this.#troubles.noteZone(device, this.#clock.now());
    this.#wall.adopt(adopted.manifest);
  }

  #progressed(progress: Progress, newest: Manifest): void {
    this.#progress = progress;
    this.#coming = newest === this.#adopted?.manifest ? null : newest;
    this.#reporter.changed();
    this.#draw();
  }

  #moved(item: ManifestItem | null): void {
    this.#movement.shown(item, performance.now());
    this.#plays.shown(this.#adopted?.manifest ?? null, this.#wall.publish, item);
    if (item) this.#troubles.clearItem(item.mediaId);
    this.#reporter.changed();
    this.#draw();
  }

  #skipped(item: ManifestItem, reason: string): void {
    console.info(`skipped ${item.id}: ${reason}`);
    this.#troubles.noteItem(item.mediaId, reason);
    this.#reporter.changed();
    this.#draw();
  }

  #troubled(what: string, cause: unknown): void {
    console.info(`${what}:`, cause);
    this.#troubles.noteIfNoRoom(cause);
    this.#reporter.changed();
  }

  #reached(reachable: boolean): void {
    this.#reachable = reachable;
    if (!reachable) this.#clock.alone();
    this.#draw();
  }

  #draw(): void {
    const situation = this.situation;
    this.#view.show(faceOf(situation), badgeOf(situation, this.#wall.publish?.name ?? null));
  }
}
