import type { EmergencyUpdate } from '@vitrine/contract/live';

export interface EmergencyListener {
  handleUpdate(update: EmergencyUpdate): void;
  handleConnection(isConnected: boolean): void;
}

/** Messages kept until the overlay is loaded. The screen receives its state again with each connection. */
const MAX_RECEIVED = 100;

/** Keeps messages about alerts until the overlay is loaded. Part of the first script. */
export class EmergencyInbox implements EmergencyListener {
  readonly sendPainted: (alertIds: string[], silentIds: string[]) => void;
  #received: EmergencyUpdate[] = [];
  #isConnected = false;
  #listener: EmergencyListener | null = null;

  constructor(sendPainted: (alertIds: string[], silentIds: string[]) => void) {
    this.sendPainted = sendPainted;
  }

  handleUpdate(update: EmergencyUpdate): void {
    if (this.#listener) this.#listener.handleUpdate(update);
    else this.#received = [...this.#received, update].slice(-MAX_RECEIVED);
  }

  handleConnection(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#listener?.handleConnection(isConnected);
  }

  /** Passes the kept messages and all later ones to the listener. */
  listen(listener: EmergencyListener): void {
    this.#listener = listener;
    for (const update of this.#received) listener.handleUpdate(update);
    this.#received = [];
    if (this.#isConnected) listener.handleConnection(true);
  }
}
