import type { SideZone } from '@vitrine/contract/layouts';
import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { getLocalDate, getWallClock, type Zone } from '@vitrine/playback';
import type { ServerClock } from '../clock/server-clock.ts';
import type { Database, Identity } from '../database/database.ts';
import { sendPlays } from '../sync/screen-api.ts';
import { getShownItem, PlayCounter } from './play-counter.ts';
import { type PlayDelivery, startPlayDelivery } from './play-delivery.ts';
import { createPlayLog } from './play-log.ts';
import type { PlayTally } from './tally.ts';

const logError = (cause: unknown) => console.info('plays:', cause);

/** Proof of play: counts shown items and delivers the counts to the server (docs/decisions/0013-play-counts.md). */
export class PlayRecorder {
  #log;
  #clock: ServerClock;
  #counters = new Map<SideZone | undefined, PlayCounter>();
  #delivery: PlayDelivery | null = null;
  #timeZone: Zone = 'UTC';

  constructor(database: Database, clock: ServerClock) {
    this.#log = createPlayLog(database);
    this.#clock = clock;
    const flush = () => {
      for (const counter of this.#counters.values()) counter.flush();
    };
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
  }

  setShownItem(manifest: Manifest | null, publish: ManifestPublish | null, item: ManifestItem | null, zone?: SideZone): void {
    const counter = this.#counters.get(zone) ?? new PlayCounter({ now: this.#clock.now, store: (tally) => this.#storeTally(tally) });
    this.#counters.set(zone, counter);
    // Count the previous item before its time zone is replaced.
    counter.setShownItem(getShownItem(manifest, publish, item, zone));
    this.#timeZone = manifest?.device ?? 'UTC';
  }

  connect(identity: Identity): void {
    this.#delivery?.stop();
    this.#delivery = startPlayDelivery({
      log: this.#log,
      send: (plays, lost) => sendPlays(identity, plays, lost),
      onError: logError,
    });
  }

  disconnect(): void {
    this.#delivery?.stop();
    this.#delivery = null;
  }

  clear(): Promise<unknown> {
    return this.#log.clear();
  }

  #storeTally(tally: PlayTally): void {
    const startedAt = Date.parse(tally.startedAt);
    const time = {
      day: getLocalDate(startedAt, this.#timeZone),
      hour: new Date(getWallClock(startedAt, this.#timeZone)).getUTCHours(),
    };
    this.#log.count(tally, time).then(() => this.#delivery?.onPlayCounted(), logError);
  }
}
