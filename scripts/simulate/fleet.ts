import { createScreenCalls } from './screen-calls.ts';
import { type ScreenIdentity, SimulatedScreen } from './simulated-screen.ts';

/** Screens that come at once; the rest follow as these are in. */
const COMING_AT_ONCE = 250;

export interface FleetOptions {
  origin: string;
  identities: ScreenIdentity[];
  /** By the screen's place in `identities`. */
  onSync?: (index: number, revision: number) => void;
  onAdopted?: (index: number, revision: number) => void;
}

/** Many simulated screens of one server. */
export class Fleet {
  readonly screens: SimulatedScreen[];
  #calls: ReturnType<typeof createScreenCalls>;
  #waiting: SimulatedScreen[] = [];

  constructor({ origin, identities, onSync, onAdopted }: FleetOptions) {
    this.#calls = createScreenCalls(origin);
    this.screens = identities.map(
      (identity, index) =>
        new SimulatedScreen({
          origin,
          identity,
          fetchManifest: this.#calls.fetchManifest,
          onConnected: () => this.#waiting.pop()?.open(),
          onSync: (revision) => onSync?.(index, revision),
          onAdopted: (revision) => onAdopted?.(index, revision),
        }),
    );
  }

  get connected(): number {
    return this.screens.filter(({ isConnected }) => isConnected).length;
  }

  open(): void {
    this.#waiting = this.screens.slice(COMING_AT_ONCE);
    for (const screen of this.screens.slice(0, COMING_AT_ONCE)) screen.open();
  }

  close(): void {
    for (const screen of this.screens) screen.close();
    this.#calls.close();
  }
}
