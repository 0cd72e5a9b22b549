import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { decide, findResumeAnchor, getNextItem } from '@vitrine/playback';
import { Countdown } from '../../packages/stage/src/countdown.ts';

/** Same value as in apps/screen/src/playback/screen-player.ts. */
const MAX_DECIDE_INTERVAL_MS = 10_000;

export interface SimulatedPlayerOptions {
  /** Returns the server time in epoch milliseconds. */
  now: () => number;
  /** Receives the current item, or null when nothing is shown. */
  onItem: (item: ManifestItem | null) => void;
}

/** The screen's player without a stage (packages/stage): each item is ready immediately, and none fails. */
export class SimulatedPlayer {
  #options: SimulatedPlayerOptions;
  #manifest: Manifest | null = null;
  #publish: ManifestPublish | null = null;
  #items: readonly ManifestItem[] = [];
  #current: ManifestItem | null = null;
  /** Id of the item after which playback continues. */
  #anchor: string | null = null;
  #playing = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #countdown = new Countdown(() => this.#advance(1));
  muted = true;

  constructor(options: SimulatedPlayerOptions) {
    this.#options = options;
  }

  get publish(): ManifestPublish | null {
    return this.#publish;
  }

  get current(): ManifestItem | null {
    return this.#current;
  }

  get paused(): boolean {
    return !this.#playing;
  }

  play(): void {
    this.#playing = true;
    this.#countdown.resume();
  }

  pause(): void {
    this.#playing = false;
    this.#countdown.pause();
  }

  next(): void {
    this.#advance(1);
  }

  previous(): void {
    this.#advance(-1);
  }

  adopt(manifest: Manifest): void {
    this.#manifest = manifest;
    this.#decide();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#countdown.stop();
  }

  #decide(): void {
    clearTimeout(this.#timer);
    if (!this.#manifest) return;
    const now = this.#options.now();
    const { publishes, device } = this.#manifest;
    const { publish, until } = decide({ publishes, timeZone: device?.timeZone ?? 'UTC', now });
    if (publish !== this.#publish) this.#setPublish(publish);
    this.#timer = setTimeout(() => this.#decide(), Math.min(MAX_DECIDE_INTERVAL_MS, (until ?? Infinity) - now));
  }

  /** Continues the same publish with its next item; switches to another publish immediately. */
  #setPublish(publish: ManifestPublish | null): void {
    const isNewPublish = publish?.publishId !== this.#publish?.publishId;
    const before = this.#items;
    this.#publish = publish;
    this.#items = publish?.items ?? [];
    this.#anchor = isNewPublish ? null : findResumeAnchor(before, this.#items, this.#anchor);
    if (this.#items.length === 0) this.#clear();
    else if (isNewPublish || !this.#current) this.#advance(1);
  }

  #clear(): void {
    this.#countdown.stop();
    if (!this.#current) return;
    this.#current = null;
    this.#options.onItem(null);
  }

  #advance(step: 1 | -1): void {
    const item = getNextItem(this.#items, this.#anchor, step);
    if (!item) return;
    const isUnchangedImage = item.kind === 'image' && JSON.stringify(item) === JSON.stringify(this.#current);
    this.#anchor = item.id;
    this.#countdown.start(item.durationMs, !this.#playing);
    if (isUnchangedImage) return;
    this.#current = item;
    this.#options.onItem(item);
  }
}
