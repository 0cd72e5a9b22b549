import type { SideZone } from '@vitrine/contract/layouts';
import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import type { PlayTally } from './tally.ts';

/** The time of a long-lasting item is recorded this often, so a power cut loses at most this much. */
const FLUSH_INTERVAL_MS = 60_000;

export interface ShownItem {
  deviceId: string;
  publish: ManifestPublish;
  item: ManifestItem;
  /** Undefined for the main zone. */
  zone?: SideZone | undefined;
}

export interface PlayCounterOptions {
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  /** Monotonic clock in milliseconds. */
  steady?: () => number;
  isVisible?: () => boolean;
  store: (tally: PlayTally) => void;
}

/** Counts shown items. Each item counts once, with the time during which the page was visible. */
export class PlayCounter {
  #options: Required<PlayCounterOptions>;
  #shown: ShownItem | null = null;
  #isCounted = false;
  #startedAt = 0;
  #countedSince = 0;
  #wasVisible = false;

  constructor({
    steady = () => performance.now(),
    isVisible = () => document.visibilityState === 'visible',
    ...options
  }: PlayCounterOptions) {
    this.#options = { ...options, steady, isVisible };
    setInterval(() => this.flush(), FLUSH_INTERVAL_MS);
  }

  /** Sets the item that is now shown; null for none. */
  setShownItem(next: ShownItem | null): void {
    this.flush();
    this.#shown = next;
    this.#isCounted = false;
    this.#startedAt = this.#options.now();
  }

  /** Records the time up to now. Must also be called when the page's visibility changes. */
  flush(): void {
    const steadyNow = this.#options.steady();
    const shownMs = Math.round(steadyNow - this.#countedSince);
    const [shown, wasVisible] = [this.#shown, this.#wasVisible];
    this.#countedSince = steadyNow;
    this.#wasVisible = this.#options.isVisible();
    if (!shown || !wasVisible || shownMs <= 0) return;
    const startedAt = new Date(this.#isCounted ? this.#options.now() - shownMs : this.#startedAt).toISOString();
    this.#options.store({
      deviceId: shown.deviceId,
      playlistId: shown.publish.playlistId,
      mediaId: shown.item.mediaId,
      ...(shown.zone && { zone: shown.zone }),
      startedAt,
      count: this.#isCounted ? 0 : 1,
      shownMs,
    });
    this.#isCounted = true;
  }
}

/** Returns the shown item for counting; null when the screen is not a device. */
export function getShownItem(
  manifest: Manifest | null,
  publish: ManifestPublish | null,
  item: ManifestItem | null,
  zone?: SideZone,
): ShownItem | null {
  const deviceId = manifest?.device?.id;
  return deviceId && publish && item ? { deviceId, publish, item, zone } : null;
}
