import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { dayOf, type Zone } from '@vitrine/playback';
import type { ServerClock } from '../clock/server-clock.ts';
import type { Database, Identity } from '../database/database.ts';
import { sendPlays } from '../sync/screen-api.ts';
import { PlayCounter, shownOf } from './play-counter.ts';
import { deliverPlays, type PlayDelivery } from './play-delivery.ts';
import { createPlayLog } from './play-log.ts';
import type { Tally } from './tally.ts';

const trouble = (cause: unknown) => console.info('plays:', cause);

/** Proof of play: what was on the wall, from the picture to the server (docs/decisions/0013-proof-of-play.md). */
export class Plays {
  #log;
  #counter: PlayCounter;
  #delivery: PlayDelivery | null = null;
  #timeZone: Zone = 'UTC';

  constructor(database: Database, clock: ServerClock) {
    this.#log = createPlayLog(database);
    this.#counter = new PlayCounter({ now: clock.now, keep: (tally) => this.#keep(tally) });
    document.addEventListener('visibilitychange', () => this.#counter.flush());
    window.addEventListener('pagehide', () => this.#counter.flush());
  }

  shown(manifest: Manifest | null, publish: ManifestPublish | null, item: ManifestItem | null): void {
    // The zone is that of what was on the wall until now.
    this.#counter.shown(shownOf(manifest, publish, item));
    this.#timeZone = manifest?.device ?? 'UTC';
  }

  connect(identity: Identity): void {
    this.#delivery?.stop();
    this.#delivery = deliverPlays({
      log: this.#log,
      send: (plays, lost) => sendPlays(identity, plays, lost),
      onTrouble: trouble,
    });
  }

  disconnect(): void {
    this.#delivery?.stop();
    this.#delivery = null;
  }

  clear(): Promise<unknown> {
    return this.#log.clear();
  }

  #keep(tally: Tally): void {
    const day = dayOf(Date.parse(tally.startedAt), this.#timeZone);
    this.#log.count(tally, day).then(() => this.#delivery?.counted(), trouble);
  }
}
