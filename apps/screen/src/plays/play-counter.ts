import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import type { Tally } from './tally.ts';

/** A picture may stay for days; what it has been shown is put down this often, so that a power cut costs no more. */
const PUT_DOWN_EVERY_MS = 60_000;

export interface Shown {
  deviceId: string;
  publish: ManifestPublish;
  item: ManifestItem;
}

export interface PlayCounterOptions {
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  /** Milliseconds of a clock that only runs forward. */
  steady?: () => number;
  isVisible?: () => boolean;
  keep: (tally: Tally) => void;
}

/** Counts what is really on the wall: an item counts once it was seen, for as long as it was, and not behind another window. */
export class PlayCounter {
  #options: Required<PlayCounterOptions>;
  #shown: Shown | null = null;
  #isCounted = false;
  #startedAt = 0;
  #since = 0;
  #wasVisible = false;

  constructor({
    steady = () => performance.now(),
    isVisible = () => document.visibilityState === 'visible',
    ...options
  }: PlayCounterOptions) {
    this.#options = { ...options, steady, isVisible };
    setInterval(() => this.putDown(), PUT_DOWN_EVERY_MS);
  }

  /** This came on the wall, or (null) nothing is on it any more. */
  shown(next: Shown | null): void {
    this.putDown();
    this.#shown = next;
    this.#isCounted = false;
    this.#startedAt = this.#options.now();
  }

  /** Puts down what was seen up to now. Also to be called right before the page goes out of sight or comes back. */
  putDown(): void {
    const steadyNow = this.#options.steady();
    const shownMs = Math.round(steadyNow - this.#since);
    const [shown, wasVisible] = [this.#shown, this.#wasVisible];
    this.#since = steadyNow;
    this.#wasVisible = this.#options.isVisible();
    if (!shown || !wasVisible || shownMs <= 0) return;
    const startedAt = new Date(this.#isCounted ? this.#options.now() - shownMs : this.#startedAt).toISOString();
    this.#options.keep({
      deviceId: shown.deviceId,
      playlistId: shown.publish.playlistId,
      mediaId: shown.item.mediaId,
      startedAt,
      count: this.#isCounted ? 0 : 1,
      shownMs,
    });
    this.#isCounted = true;
  }
}

/** What is on the wall, as it is counted; null while it is nobody's. */
export function shownOf(manifest: Manifest | null, publish: ManifestPublish | null, item: ManifestItem | null): Shown | null {
  const deviceId = manifest?.device?.id;
  return deviceId && publish && item ? { deviceId, publish, item } : null;
}
