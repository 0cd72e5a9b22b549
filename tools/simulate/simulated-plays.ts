import type { Play } from '@vitrine/contract/plays';
import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { getLocalDate, getWallClock } from '@vitrine/playback';
import { getShownItem, PlayCounter } from '../../apps/screen/src/plays/play-counter.ts';
import { type PlayDelivery, startPlayDelivery } from '../../apps/screen/src/plays/play-delivery.ts';
import type { PlayTally } from '../../apps/screen/src/plays/tally.ts';
import { createMemoryPlayLog } from './memory-play-log.ts';

/** The screen's proof of play (apps/screen/src/plays/plays.ts) with a log in memory, on a page that is always visible. */
export class SimulatedPlays {
  #log = createMemoryPlayLog();
  #counter: PlayCounter;
  #delivery: PlayDelivery | null = null;
  #timeZone = 'UTC';

  constructor(now: () => number) {
    this.#counter = new PlayCounter({ now, isVisible: () => true, store: (tally) => void this.#store(tally) });
  }

  setShownItem(manifest: Manifest | null, publish: ManifestPublish | null, item: ManifestItem | null): void {
    this.#counter.setShownItem(getShownItem(manifest, publish, item));
    this.#timeZone = manifest?.device?.timeZone ?? 'UTC';
  }

  connect(send: (plays: Play[], lost: number) => Promise<number | null>): void {
    this.#delivery?.stop();
    // Unacknowledged plays are sent again.
    this.#delivery = startPlayDelivery({ log: this.#log, send, onError: () => undefined });
  }

  disconnect(): void {
    this.#delivery?.stop();
    this.#delivery = null;
  }

  async #store(tally: PlayTally): Promise<void> {
    const startedAt = Date.parse(tally.startedAt);
    const hour = new Date(getWallClock(startedAt, this.#timeZone)).getUTCHours();
    await this.#log.count(tally, { day: getLocalDate(startedAt, this.#timeZone), hour });
    this.#delivery?.onPlayCounted();
  }
}
