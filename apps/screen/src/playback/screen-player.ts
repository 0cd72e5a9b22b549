import type { SideZone } from '@vitrine/contract/layouts';
import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { choosePublish, getWallClock, hasCopies, isOperatingAt, listValidItems } from '@vitrine/playback';
import { createPlayer, type LoadWidget, type MediaSource, type Player, type PlayerOptions } from '@vitrine/stage';
import type { ServerClock } from '../clock/server-clock.ts';
import { applyRotation } from '../view/rotation.ts';
import type { Zones } from './zones.ts';

/** Duration of the crossfade between two items. */
const CROSSFADE_MS = 500;
/** Fit of screens that are not devices, and of manifests without a value. */
const DEFAULT_FIT = 'backdrop';
/** The choice is repeated at least this often, because clocks jump and machines sleep. */
const MAX_INTERVAL_MS = 10_000;
/** Schedules and periods of items begin and end with a minute. */
const MINUTE_MS = 60_000;

export interface ScreenPlayerOptions {
  /** Its first element is the box of the main zone. */
  stage: HTMLElement;
  clock: ServerClock;
  /** Called when the machine's clock was set or the machine slept, so that the server's time is requested. */
  onClockJump: () => void;
  open: (item: ManifestItem) => Promise<MediaSource>;
  /** Called with the item now shown in a zone, by default the main one; null for none. */
  onItemShown: (item: ManifestItem | null, zone?: SideZone) => void;
  onItemFailed: (item: ManifestItem, reason: string) => void;
  /** Called with the publish to show, or null, before the display changes. */
  onPublishChange: (publish: ManifestPublish | null) => void;
  /** Called after the screen turned on or off (`isOff`). */
  onOffChange: () => void;
}

/** Plays the publish of the manifest that is scheduled for the current time. */
export class ScreenPlayer {
  #options: ScreenPlayerOptions;
  #playerOptions: PlayerOptions<ManifestItem>;
  #player: Player<ManifestItem>;
  /** True once `#player` can also play aligned to the clock. */
  #canSynchronize = false;
  readonly loadWidget: LoadWidget;
  manifest: Manifest | null = null;
  /** Zones around the main one, loaded with the first layout. */
  #zones: Zones | null = null;
  #publish: ManifestPublish | null = null;
  /** Items of the publish that are shown at this time. */
  #items: readonly ManifestItem[] = [];
  #device: Manifest['device'] = null;
  #isOff = false;
  /** Starts muted, because browsers block autoplay with sound. */
  #muted = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ScreenPlayerOptions) {
    this.#options = options;
    this.loadWidget = async (...layer) => (await import('./widgets.ts')).loadWidget(layer, options.clock, () => this.manifest);
    this.#playerOptions = {
      element: options.stage.firstElementChild as HTMLElement,
      crossfadeMs: CROSSFADE_MS,
      fit: DEFAULT_FIT,
      loadWidget: this.loadWidget,
      resolveUrl: (item) => options.open(item),
      onItem: (item) => {
        options.onItemShown(item);
        this.#zones?.update();
      },
      onError: options.onItemFailed,
    };
    this.#player = createPlayer(this.#playerOptions);
    document.addEventListener('visibilitychange', () => this.evaluate());
  }

  get publish(): ManifestPublish | null {
    return this.#publish;
  }

  /** True outside of the operating hours, in which nothing plays. */
  get isOff(): boolean {
    return this.#isOff;
  }

  /** The device in the newest manifest, whose operating hours and brightness apply before its files are complete. */
  get device(): Manifest['device'] {
    return this.#device;
  }

  /** Number of items that are shown at this time. */
  get count(): number {
    return this.#items.length;
  }

  get current(): ManifestItem | null {
    return this.#player.current;
  }

  get paused(): boolean {
    return !this.#player.playing;
  }

  get muted(): boolean {
    return this.#muted;
  }

  play(): void {
    this.#player.play();
  }

  pause(): void {
    this.#player.pause();
  }

  /** Throws while the publish is synchronized, as `previous` does. */
  next(): void {
    this.#player.next();
  }

  previous(): void {
    this.#player.previous();
  }

  setMuted(muted: boolean): void {
    this.#muted = muted;
    this.#player.setMuted(muted);
  }

  setDevice(device: Manifest['device']): void {
    if (device === this.#device) return;
    this.#device = device;
    this.evaluate();
  }

  setManifest(manifest: Manifest): void {
    this.manifest = manifest;
    this.#device = manifest.device;
    applyRotation(manifest.device?.rotation);
    this.#applySettings();
    this.evaluate();
  }

  #applySettings(): void {
    const { fit = DEFAULT_FIT, volume = 100 } = this.manifest?.device ?? {};
    this.#player.setFit(fit);
    this.#player.setVolume(volume / 100);
  }

  /** Retries items of a file after one of its copies was downloaded. They show this copy if it is the preferred one. */
  retryFile(sha256: string): void {
    const { publishes, files } = this.manifest ?? { publishes: [], files: [] };
    const named = files.find((file) => hasCopies(file) && [file, file.hd, file.fullHd].some((copy) => copy?.sha256 === sha256));
    for (const { items } of publishes) {
      for (const { id, sha256: itemSha256 } of items) {
        if (itemSha256 === (named?.sha256 ?? sha256)) this.#player.retry(id);
        if (itemSha256 === named?.sha256) this.#player.renew(id);
      }
    }
    this.#zones?.retryFile(named?.sha256 ?? sha256);
  }

  /** Loads all photos and the next video again after the preferred copies have changed. */
  renewAll(): void {
    for (const { id } of this.#publish?.items ?? []) this.#player.renew(id);
    this.#zones?.retryFile();
  }

  /** Retries all failed items immediately. */
  retryAll(): void {
    for (const { id } of this.#publish?.items ?? []) this.#player.retry(id);
    this.#zones?.retryFile();
  }

  /** Chooses again, and changes the display when another publish must be shown, or when the current one or its valid items have changed. */
  evaluate(): void {
    clearTimeout(this.#timer);
    if (!this.manifest && !this.#device) return;
    if (this.#options.clock.hasJumped()) this.#options.onClockJump();
    const now = this.#options.clock.now();
    const { publishes, device } = this.manifest ?? { publishes: [], device: this.#device };
    const reading = getWallClock(now, device ?? 'UTC');
    // Without a trusted clock the screen is on: a dark screen is worse than one that is on at night.
    const isOff = this.#options.clock.isTrusted && !isOperatingAt(this.#device?.hours, this.#device ?? 'UTC', now);
    const hasTurned = isOff !== this.#isOff;
    this.#isOff = isOff;
    const publish = isOff ? null : choosePublish(publishes, reading).publish;
    this.#show(publish, publish ? listValidItems(publish.items, reading) : []);
    if (hasTurned) this.#options.onOffChange();
    this.#updateZones().catch((cause: unknown) => console.info('no zones:', cause));
    this.#timer = setTimeout(() => this.evaluate(), Math.min(MAX_INTERVAL_MS, MINUTE_MS - (now % MINUTE_MS)));
  }

  async #updateZones(): Promise<void> {
    if (this.#publish?.layout && !this.#zones) {
      const { createZones } = await import('./zones.ts');
      this.#zones ??= createZones(this, this.#options);
    }
    this.#zones?.update();
  }

  #show(publish: ManifestPublish | null, items: readonly ManifestItem[]): void {
    const previous = this.#publish;
    if (publish === previous && items.length === this.#items.length && items.every((item, index) => item === this.#items[index])) return;
    this.#publish = publish;
    this.#items = items;
    if (publish !== previous) this.#options.onPublishChange(publish);
    // The same publish continues at the end of an item; another one is shown immediately.
    if (publish?.synchronized && !this.#canSynchronize) void this.#startSynchronizing();
    else this.#player.setItems(items, { restart: publish?.publishId !== previous?.publishId });
  }

  /** Loads the code of synchronized playback. The previous items stay until then. When it cannot be loaded, the publish plays like any other. */
  async #startSynchronizing(): Promise<void> {
    const { clock } = this.#options;
    try {
      const { createSwitchingPlayer } = await import('./switching-player.ts');
      if (!this.#canSynchronize) {
        this.#player = createSwitchingPlayer(this.#player, {
          ...this.#playerOptions,
          now: () => clock.now(),
          isSynchronized: () => this.#publish?.synchronized === true,
        });
        this.#canSynchronize = true;
        this.#applySettings();
        this.setMuted(this.#muted);
      }
    } catch (cause) {
      console.info('not synchronized:', cause);
    }
    if (this.#publish?.synchronized) this.#player.setItems(this.#items, { restart: true });
  }
}
