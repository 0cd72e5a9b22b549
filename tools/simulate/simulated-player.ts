import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { choosePublish, findResumeAnchor, getNextItem, getWallClock, isOperatingAt, listValidItems, placeAt } from '@vitrine/playback';
import { Countdown } from '../../packages/stage/src/countdown.ts';

/** Same values as in apps/screen/src/playback/screen-player.ts. */
const MAX_INTERVAL_MS = 10_000;
const MINUTE_MS = 60_000;

export interface SimulatedPlayerOptions {
  /** Returns the server time in epoch milliseconds. */
  now: () => number;
  /** Receives the current item, or null when nothing is shown. */
  onItem: (item: ManifestItem | null) => void;
  /** Returns false while the time may be wrong by hours. The screen is on then. Left out when the time is right. */
  isClockTrusted?: () => boolean;
  /** Runs before each choice of a publish. */
  onEvaluate?: () => void;
  /** Runs when the operating hours turn the screen off or on. */
  onOffChange?: () => void;
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
  #isOff = false;
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

  get isOff(): boolean {
    return this.#isOff;
  }

  get paused(): boolean {
    return !this.#playing;
  }

  play(): void {
    this.#playing = true;
    if (this.#publish?.synchronized) return this.#advance(1);
    this.#countdown.resume();
  }

  pause(): void {
    this.#playing = false;
    this.#countdown.pause();
  }

  next(): void {
    this.#skip(1);
  }

  previous(): void {
    this.#skip(-1);
  }

  adopt(manifest: Manifest): void {
    this.#manifest = manifest;
    this.#evaluate();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#countdown.stop();
  }

  #evaluate(): void {
    clearTimeout(this.#timer);
    if (!this.#manifest) return;
    const { isClockTrusted = () => true, onOffChange, onEvaluate } = this.#options;
    onEvaluate?.();
    const now = this.#options.now();
    const { publishes, device } = this.#manifest;
    const reading = getWallClock(now, device ?? 'UTC');
    const isOff = isClockTrusted() && !isOperatingAt(device?.hours, device ?? 'UTC', now);
    const hasTurned = isOff !== this.#isOff;
    this.#isOff = isOff;
    const publish = isOff ? null : choosePublish(publishes, reading).publish;
    this.#show(publish, publish ? listValidItems(publish.items, reading) : []);
    if (hasTurned) onOffChange?.();
    this.#timer = setTimeout(() => this.#evaluate(), Math.min(MAX_INTERVAL_MS, MINUTE_MS - (now % MINUTE_MS)));
  }

  /** Continues the same publish with its next item; switches to another publish immediately. */
  #show(publish: ManifestPublish | null, items: readonly ManifestItem[]): void {
    const before = this.#items;
    if (publish === this.#publish && items.length === before.length && items.every((item, index) => item === before[index])) return;
    const isNewPublish = publish?.publishId !== this.#publish?.publishId;
    this.#publish = publish;
    this.#items = items;
    this.#anchor = isNewPublish ? null : findResumeAnchor(before, items, this.#anchor);
    if (items.length === 0) this.#clear();
    else if (isNewPublish || !this.#current) this.#advance(1);
  }

  #clear(): void {
    this.#countdown.stop();
    if (!this.#current) return;
    this.#current = null;
    this.#options.onItem(null);
  }

  #skip(step: 1 | -1): void {
    if (this.#publish?.synchronized) throw new Error('the clock selects the item');
    this.#advance(step);
  }

  #advance(step: 1 | -1): void {
    const { item, remainingMs } = this.#publish?.synchronized ? this.#selectByClock() : this.#selectNext(step);
    if (!item) return;
    const isUnchangedStill = item.kind !== 'video' && JSON.stringify(item) === JSON.stringify(this.#current);
    this.#anchor = item.id;
    this.#countdown.start(remainingMs, !this.#playing);
    if (isUnchangedStill) return;
    this.#current = item;
    this.#options.onItem(item);
  }

  #selectNext(step: 1 | -1): { item: ManifestItem | null; remainingMs: number } {
    const item = getNextItem(this.#items, this.#anchor, step);
    return { item, remainingMs: item?.durationMs ?? 0 };
  }

  #selectByClock(): { item: ManifestItem | null; remainingMs: number } {
    const now = this.#options.now();
    const place = placeAt(this.#items, now);
    return { item: (place && this.#items[place.index]) ?? null, remainingMs: place ? place.until - now : 0 };
  }
}
