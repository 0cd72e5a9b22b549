import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { type Decision, decide } from '@vitrine/playback';
import { createPlayer, type MediaSource, type Player } from '@vitrine/stage';
import type { ServerClock } from '../clock/server-clock.ts';
import { applyRotation } from '../view/rotation.ts';

/** Duration of the crossfade between two items. */
const CROSSFADE_MS = 500;
/** Fit of screens that are not devices, and of manifests without a value. */
const DEFAULT_FIT = 'backdrop';
/** The decision is repeated at least this often, because clocks jump and machines sleep. */
const MAX_DECISION_INTERVAL_MS = 10_000;

export interface ScreenPlayerOptions {
  stage: HTMLElement;
  clock: ServerClock;
  /** Called when the machine's clock was set or the machine slept, so that the server's time is requested. */
  onClockJump: () => void;
  open: (item: ManifestItem) => Promise<MediaSource>;
  /** Called with the item now shown; null for none. */
  onItemShown: (item: ManifestItem | null) => void;
  onItemFailed: (item: ManifestItem, reason: string) => void;
  /** Called with the publish to show, or null, before the display changes. */
  onPublishChange: (publish: ManifestPublish | null) => void;
}

/** Plays the publish of the manifest that is scheduled for the current time. */
export class ScreenPlayer {
  #options: ScreenPlayerOptions;
  #player: Player<ManifestItem>;
  #manifest: Manifest | null = null;
  #publish: ManifestPublish | null = null;
  /** Starts muted, because browsers block autoplay with sound. */
  #muted = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ScreenPlayerOptions) {
    this.#options = options;
    this.#player = createPlayer<ManifestItem>({
      element: options.stage,
      crossfadeMs: CROSSFADE_MS,
      fit: DEFAULT_FIT,
      resolveUrl: (item) => options.open(item),
      onItem: options.onItemShown,
      onError: options.onItemFailed,
    });
    document.addEventListener('visibilitychange', () => this.evaluate());
  }

  get publish(): ManifestPublish | null {
    return this.#publish;
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

  setManifest(manifest: Manifest): void {
    this.#manifest = manifest;
    const { fit = DEFAULT_FIT, volume = 100, rotation } = manifest.device ?? {};
    applyRotation(rotation);
    this.#player.setFit(fit);
    this.#player.setVolume(volume / 100);
    this.evaluate();
  }

  /** Retries items of a file after one of its copies was downloaded. They show this copy if it is the preferred one. */
  retryFile(sha256: string): void {
    const { publishes, files } = this.#manifest ?? { publishes: [], files: [] };
    const photo = files.find(({ hd, sha256: original }) => hd && (hd.sha256 === sha256 || original === sha256));
    for (const { items } of publishes) {
      for (const { id, sha256: itemSha256 } of items) {
        if (itemSha256 === (photo?.sha256 ?? sha256)) this.#player.retry(id);
        if (itemSha256 === photo?.sha256) this.#player.renew(id);
      }
    }
  }

  /** Loads all photos again after the preferred copies have changed. */
  renewAll(): void {
    for (const { id } of this.#publish?.items ?? []) this.#player.renew(id);
  }

  /** Retries all failed items immediately. */
  retryAll(): void {
    for (const { id } of this.#publish?.items ?? []) this.#player.retry(id);
  }

  /** Decides again, and changes the display when another publish must be shown or the current one has changed. */
  evaluate(): void {
    clearTimeout(this.#timer);
    if (!this.#manifest) return;
    if (this.#options.clock.hasJumped()) this.#options.onClockJump();
    const now = this.#options.clock.now();
    const { publishes, device } = this.#manifest;
    const decision = decide({ publishes, timeZone: device ?? 'UTC', now });
    this.#applyDecision(decision);
    const untilMs = (decision.until ?? Infinity) - now;
    this.#timer = setTimeout(() => this.evaluate(), Math.min(MAX_DECISION_INTERVAL_MS, untilMs));
  }

  #applyDecision({ publish }: Decision<ManifestPublish>): void {
    if (publish === this.#publish) return;
    const restart = publish?.publishId !== this.#publish?.publishId;
    this.#publish = publish;
    this.#options.onPublishChange(publish);
    // The same publish continues at the end of an item; another one is shown immediately.
    this.#player.setItems(publish?.items ?? [], { restart });
  }
}
