import type { LimitedLog } from '../limits/limited-log.ts';
import { takeTokens } from '../limits/token-bucket.ts';
import { rateLimitKey } from '../network-addresses.ts';
import type { AddressLimits } from './address-limits.ts';

/** Frames of every kind. A screen sends a report a second at most, a person's page only its pongs. */
const MESSAGES = { burst: 60, perSecond: 5 };
/** Bytes as they arrive, before any frame is complete. */
const BYTES = { burst: 256 * 1024, perSecond: 16 * 1024 };
/** Each join of a namespace costs queries. A page joins three, and our clients open another link when they sign in again. */
const MAX_JOINS = 12;
/** Time in which a client sends its first join. */
const JOIN_WITHIN_MS = 10_000;
/** Time in which a join is authenticated. Thousands of screens join at once after a power cut. */
const ANSWER_WITHIN_MS = 45_000;
/** Time until a link is closed that was refused or has left its last namespace. Our clients close such a link themselves. */
const LEAVE_WITHIN_MS = 500;

/** The connection that a guard can end. */
export interface GuardedConnection {
  isOpen(): boolean;
  /** Ends the connection at once, without a closing handshake that the client could delay. */
  terminate(): void;
}

export interface LinkGuardDeps {
  limits: AddressLimits;
  warn: LimitedLog;
}

/**
 * Disconnects a link that sends too much, sends messages that our clients never send, or joins no namespace in time. One exists for each of thousands of
 * links, so it stores little.
 */
export class LinkGuard {
  /** Address of the client. */
  readonly address: string;
  /** The address as limits count it: see `rateLimitKey`. */
  readonly addressKey: string;
  readonly #connection: GuardedConnection;
  readonly #warn: LimitedLog;
  /** When the token buckets are full again: see `takeTokens`. */
  #messagesFullAt = 0;
  #bytesFullAt = 0;
  #joins = 0;
  #sockets = 0;
  #deadline: NodeJS.Timeout | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(connection: GuardedConnection, address: string, { limits, warn }: LinkGuardDeps) {
    this.address = address;
    this.addressKey = rateLimitKey(address);
    this.#connection = connection;
    this.#warn = warn;
    this.#stopWaiting = limits.enter('waiting', this.addressKey);
    if (this.#stopWaiting) this.#expectWithin(JOIN_WITHIN_MS);
    else this.cutOff('too many links of its address');
  }

  /** The client has sent a join, and now waits for the server. Returns false, and disconnects the link, when there were too many. */
  joining(): boolean {
    this.#joins++;
    if (this.#joins > MAX_JOINS) {
      this.cutOff('too many joins');
      return false;
    }
    this.#leaveWaiting();
    if (this.#sockets === 0) this.#expectWithin(ANSWER_WITHIN_MS);
    return true;
  }

  /** A socket has joined a namespace over this link. */
  joined(): void {
    this.#sockets++;
    this.#clearDeadline();
  }

  /** A socket has left its namespace. */
  left(): void {
    this.#sockets--;
    if (this.#sockets === 0 && this.#connection.isOpen()) this.#expectWithin(LEAVE_WITHIN_MS);
  }

  /** A namespace has refused the link. */
  refused(): void {
    if (this.#sockets === 0) this.#expectWithin(LEAVE_WITHIN_MS);
  }

  /** Disconnects the link and logs the reason. */
  cutOff(reason: string): void {
    if (this.#connection.isOpen()) this.#warn(`a live link was cut off: ${reason}`, { address: this.address });
    this.#connection.terminate();
  }

  /** Counts a frame of any kind. Returns false, and disconnects the link, when there were too many. */
  countMessage(): boolean {
    const fullAt = takeTokens(this.#messagesFullAt, MESSAGES);
    if (fullAt === undefined) this.cutOff('too many messages');
    else this.#messagesFullAt = fullAt;
    return fullAt !== undefined;
  }

  /** Counts bytes as they arrive. Returns false, and disconnects the link, when there were too many. */
  countBytes(length: number): boolean {
    const fullAt = takeTokens(this.#bytesFullAt, BYTES, length);
    if (fullAt === undefined) this.cutOff('too many bytes');
    else this.#bytesFullAt = fullAt;
    return fullAt !== undefined;
  }

  /** The link has closed. */
  closed(): void {
    this.#clearDeadline();
    this.#leaveWaiting();
  }

  #leaveWaiting(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }

  #expectWithin(limitMs: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.cutOff('it joined no namespace'), limitMs).unref();
  }

  #clearDeadline(): void {
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
  }
}
