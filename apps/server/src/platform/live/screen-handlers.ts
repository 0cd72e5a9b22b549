import type { EmergencyUpdate } from '@vitrine/contract';

/** A connection of a screen, represented by the same object until it ends. */
export interface ScreenConnection {
  readonly screenId: string;
}

/** Handlers of screens, provided by the module that owns them. */
export interface ScreenSockets {
  /** `isOwned` is true when the screen is a device of an account. */
  authenticate(deviceCode: string, secret: string): Promise<{ screenId: string; isOwned: boolean } | undefined>;
  /** Records that the screen is online. Returns the revision of its newest manifest, which is sent to it; undefined when it could not be recorded. */
  connected(screenId: string, address: string, userAgent?: string): Promise<number | undefined>;
  /** Returns whether it was recorded that the screen is offline. */
  disconnected(screenId: string): Promise<boolean>;
  /** Returns whether the screen may send changes to this report on the same link. */
  report(link: ScreenConnection, payload: unknown): Promise<boolean>;
  /** Returns false when the base report of the changes is unknown. */
  changes(link: ScreenConnection, payload: unknown): Promise<boolean>;
  /** Records the outcome of a device command. */
  receipt(screenId: string, payload: unknown): Promise<void>;
  /** A device command was sent to the screen, so receipts of it are expected. */
  commanded(screenId: string, payload: unknown): void;
}

/** Handlers of emergency messages. */
interface EmergencySockets {
  /** Returns all alerts of a screen; undefined for a screen whose owner has no messages. */
  findState(screenId: string): Promise<EmergencyUpdate | undefined>;
  /** Records that a screen has painted alerts. */
  recordPainted(screenId: string, payload: unknown): Promise<void>;
}

/** State of a move of the screens to another address. */
interface ServerMoveSockets {
  /** Returns the time in milliseconds within which a connected screen moves; null when no move is open. */
  getAnnouncement(): number | null;
}

/** Handlers of screens, of which tests may omit those of other modules. */
export interface ScreenHandlers {
  screens: ScreenSockets;
  emergency?: EmergencySockets;
  serverMove?: ServerMoveSockets;
}
