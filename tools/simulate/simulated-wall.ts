import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { decide, findResumeAnchor, getNextItem } from '@vitrine/playback';
import { Countdown } from '../../packages/stage/src/countdown.ts';

/** As in apps/screen/src/playback/screen-player.ts. */
const DECIDE_AT_LEAST_MS = 10_000;

export interface SimulatedWallOptions {
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  /** The item now shown; null for none. */
  onItem: (item: ManifestItem | null) => void;
}

/** The screen's wall and its player (packages/stage) without a stage: each item is ready at once, and none fails. */
export class SimulatedWall {
  #options: SimulatedWallOptions;
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

  constructor(options: SimulatedWallOptions) {
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
    this.#look();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#countdown.stop();
  }

  #look(): void {
    clearTimeout(this.#timer);
    if (!this.#manifest) return;
    const now = this.#options.now();
    const { publishes, device } = this.#manifest;
    const { publish, until } = decide({ publishes, timeZone: device?.timeZone ?? 'UTC', now });
    if (publish !== this.#publish) this.#change(publish);
    this.#timer = setTimeout(() => this.#look(), Math.min(DECIDE_AT_LEAST_MS, (until ?? Infinity) - now));
  }

  /** Continues the same publish with its next item; switches to another publish immediately. */
  #change(publish: ManifestPublish | null): void {
    const isAnother = publish?.publishId !== this.#publish?.publishId;
    const before = this.#items;
    this.#publish = publish;
    this.#items = publish?.items ?? [];
    this.#anchor = isAnother ? null : findResumeAnchor(before, this.#items, this.#anchor);
    if (this.#items.length === 0) this.#clear();
    else if (isAnother || !this.#current) this.#advance(1);
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
    const staysAlone = item.kind === 'image' && JSON.stringify(item) === JSON.stringify(this.#current);
    this.#anchor = item.id;
    this.#countdown.start(item.durationMs, !this.#playing);
    if (staysAlone) return;
    this.#current = item;
    this.#options.onItem(item);
  }
}
