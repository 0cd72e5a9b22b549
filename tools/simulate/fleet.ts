import { connectTo } from './live-socket.ts';
import { createScreenCalls, type ScreenIdentity } from './screen-calls.ts';
import { SimulatedScreen } from './simulated-screen.ts';

/** Screens that come at once; the rest follow as these are in. */
const COMING_AT_ONCE = 250;

export interface FleetOptions {
  origin: string;
  identities: ScreenIdentity[];
  /** Address of this machine from which a screen connects, by its place in `identities`. */
  addressOf?: (index: number) => string | undefined;
  /** Receives the screen's index in `identities`. */
  onConnected?: (index: number) => void;
  onAdopted?: (index: number, screen: SimulatedScreen) => void;
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

  /** Screens that the server does not know. */
  get forgotten(): number {
    return this.screens.filter(({ isForgotten }) => isForgotten).length;
  }

  open(): void {
    for (let coming = 0; coming < COMING_AT_ONCE; coming++) this.#openNext();
  }

  close(): void {
    for (const screen of this.screens) screen.close();
    this.#calls.close();
  }

  #openNext(): void {
    const { origin, identities, addressOf, onConnected, onAdopted } = this.#options;
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
      onAdopted: (adopter) => onAdopted?.(index, adopter),
    });
    this.screens.push(screen);
    screen.open();
  }
}
