import { connectTo } from './live-socket.ts';
import { createScreenCalls, type ScreenIdentity } from './screen-calls.ts';
import { SimulatedScreen } from './simulated-screen.ts';

/** Screens that connect concurrently. Each one that connects starts the next. */
const CONCURRENT_CONNECTS = 250;

export interface FleetOptions {
  origin: string;
  identities: ScreenIdentity[];
  /** Returns the local address from which a screen connects. Receives the screen's index in `identities`. */
  addressOf?: (index: number) => string | undefined;
  /** Receives the screen's index in `identities`. */
  onConnected?: (index: number) => void;
  onAdopted?: (index: number, screen: SimulatedScreen) => void;
  /** Runs when a screen has painted an emergency message. */
  onPainted?: (index: number) => void;
}

/** Many simulated screens of one server. */
export class Fleet {
  /** Screens that have been created. */
  readonly screens: SimulatedScreen[] = [];
  #options: FleetOptions;
  #calls: ReturnType<typeof createScreenCalls>;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#calls = createScreenCalls(options.origin);
  }

  get connected(): number {
    return this.screens.filter(({ isConnected }) => isConnected).length;
  }

  /** Number of screens that are not registered on the server. */
  get unknownCount(): number {
    return this.screens.filter(({ isUnknown }) => isUnknown).length;
  }

  open(): void {
    for (let count = 0; count < CONCURRENT_CONNECTS; count++) this.#openNext();
  }

  close(): void {
    for (const screen of this.screens) screen.close();
    this.#calls.close();
  }

  #openNext(): void {
    const { origin, identities, addressOf, onConnected, onAdopted, onPainted } = this.#options;
    const index = this.screens.length;
    const identity = identities[index];
    if (!identity) return;
    const screen = new SimulatedScreen({
      identity,
      calls: this.#calls,
      connect: connectTo(origin, addressOf?.(index)),
      onConnected: () => {
        onConnected?.(index);
        this.#openNext();
      },
      onAdopted: (adopted) => onAdopted?.(index, adopted),
      onPainted: () => onPainted?.(index),
    });
    this.screens.push(screen);
    screen.open();
  }
}
