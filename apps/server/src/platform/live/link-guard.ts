import { NAMESPACES } from '@vitrine/contract';
import type { Socket } from 'socket.io';
import type { LimitedLog } from '../limits/limited-log.ts';
import { takeTokens } from '../limits/token-bucket.ts';
import { rateLimitKey } from '../network-addresses.ts';
import type { AddressLimits } from './address-limits.ts';

/** The transport connection below the namespaces. One can carry a socket in each namespace. */
export type Link = Socket['conn'];

/**
 * Each link, and its WebSocket and TCP connection, refer to their guard. All links share the same listeners, which find the guard by `this`. Separate
 * listeners would cost half a kilobyte for each of thousands of links.
 */
const GUARD = Symbol('guard');
interface Guarded {
  [GUARD]?: LinkGuard;
}

/** The `ws` connection, as far as it is used here. Engine.IO stores it on the request of a WebSocket handshake. */
interface WebSocketBelow extends Guarded {
  on(event: 'ping' | 'pong', listener: (this: Guarded) => void): void;
  terminate(): void;
}
/** Set on the request of each handshake by `rememberResponse`. */
const RESPONSE = Symbol('response');
type HandshakeRequest = Link['request'] & { websocket?: WebSocketBelow; [RESPONSE]?: object };

/** Middleware of Engine.IO, without which `releaseHandshake` cannot find the response. */
export function rememberResponse(request: object, response: object, next: () => void): void {
  Object.assign(request, { [RESPONSE]: response });
  next();
}

/**
 * Releases the request of a WebSocket handshake, 3 kB with its headers. Engine.IO keeps it twice for as long as the link lasts, which can be months: on
 * the link, and on a response to which a listener of the TCP connection refers.
 */
export function releaseHandshake(link: Link): void {
  const { websocket, [RESPONSE]: response } = link.request as HandshakeRequest;
  if (websocket && response) Object.assign(response, { req: undefined });
  Object.assign(link, { request: undefined });
}

/** Frames of every kind. A screen sends a report a second at most, a person's page only its pongs. */
const MESSAGES = { burst: 60, perSecond: 5 };
/** Bytes as they arrive, before any frame is complete. */
const BYTES = { burst: 256 * 1024, perSecond: 16 * 1024 };
/** Each join of a namespace costs queries. A page joins three, and our clients open another link when they sign in again. */
const MAX_JOINS = 12;
/** Messages that a client has not read. */
const MAX_UNREAD = 1000;
/** Time in which a client sends its first join. */
const JOIN_WITHIN_MS = 10_000;
/** Time in which the database answers who joins. Thousands of screens join at once after a power cut. */
const ANSWER_WITHIN_MS = 45_000;
/** Once it was refused, or has left its last namespace. Our clients close such a link themselves. */
const LEAVE_WITHIN_MS = 500;
const CLOSE_WITHIN_MS = 1000;

/** Socket.IO packet types, as the first character of a message. */
const CONNECT = '0';
const JOINABLE = Object.values(NAMESPACES).map((name) => `${CONNECT}${name}`);
const BINARY_TYPES = ['5', '6'];

function onPacket(this: Guarded, { data }: { data?: unknown }): void {
  this[GUARD]?.receive(data);
}
function onClose(this: Guarded): void {
  this[GUARD]?.closed();
}
function onPingOrPong(this: Guarded): void {
  this[GUARD]?.countMessage();
}
function onBytes(this: Guarded, chunk: Buffer): void {
  this[GUARD]?.countBytes(chunk.length);
}

/** Returns the guard of a link; undefined when the link was never guarded. */
export const guardOfLink = (link: Link): LinkGuard | undefined => (link as Guarded)[GUARD];

interface GuardDeps {
  limits: AddressLimits;
  warn: LimitedLog;
}

/**
 * Disconnects a link that sends too much, sends what no client of ours sends, or joins no namespace in time. There is one for each of thousands of links,
 * so it keeps little.
 */
export class LinkGuard {
  /** Address of the client. */
  readonly address: string;
  /** The address as limits count it: see `rateLimitKey`. */
  readonly addressKey: string;
  readonly #link: Link;
  readonly #websocket: WebSocketBelow | undefined;
  readonly #warn: LimitedLog;
  /** When the token buckets are full again: see `takeTokens`. */
  #messagesFullAt = 0;
  #bytesFullAt = 0;
  #joins = 0;
  #sockets = 0;
  #deadline: NodeJS.Timeout | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(link: Link, address: string, { limits, warn }: GuardDeps) {
    // The request is released once a socket has joined.
    const { websocket, socket: tcp } = link.request as HandshakeRequest;
    this.address = address;
    this.addressKey = rateLimitKey(address);
    this.#link = link;
    this.#websocket = websocket;
    this.#warn = warn;
    Object.assign(link, { [GUARD]: this });
    link.on('packet', onPacket);
    link.on('close', onClose);
    if (websocket) {
      websocket[GUARD] = this;
      websocket.on('ping', onPingOrPong);
      websocket.on('pong', onPingOrPong);
      Object.assign(tcp, { [GUARD]: this });
      tcp.on('data', onBytes);
    }
    this.#stopWaiting = limits.enter('waiting', this.addressKey);
    if (this.#stopWaiting) this.#expectWithin(JOIN_WITHIN_MS);
    else this.cutOff('too many links of its address');
  }

  /** A socket has joined a namespace over this link. */
  joined(): void {
    this.#sockets++;
    this.#clearDeadline();
  }

  left(): void {
    this.#sockets--;
    if (this.#sockets === 0 && this.#link.readyState === 'open') this.#expectWithin(LEAVE_WITHIN_MS);
  }

  /** A namespace has refused the link. */
  refused(): void {
    if (this.#sockets === 0) this.#expectWithin(LEAVE_WITHIN_MS);
  }

  /** Disconnects at once, without a closing handshake that the client could delay. */
  cutOff(reason: string): void {
    if (this.#link.readyState === 'open') this.#warn(`a live link was cut off: ${reason}`, { address: this.address });
    this.#link.close(true);
    this.#websocket?.terminate();
  }

  /** A packet has arrived, with or without data. */
  receive(data: unknown): void {
    if (!this.countMessage()) return;
    if ((this.#link as unknown as { writeBuffer: unknown[] }).writeBuffer.length > MAX_UNREAD) return this.cutOff('it does not read');
    if (data === undefined) return;
    if (typeof data !== 'string' || BINARY_TYPES.includes(data.charAt(0))) return this.cutOff('binary data');
    if (data.startsWith(CONNECT)) this.#joining(data);
  }

  /** From now on the client waits for the server, and the link ends soon if it is refused. */
  #joining(message: string): void {
    const [start = ''] = message.split(',', 1);
    if (!JOINABLE.includes(start)) return this.cutOff('an unknown namespace');
    this.#joins++;
    if (this.#joins > MAX_JOINS) return this.cutOff('too many joins');
    this.#leaveWaiting();
    if (this.#sockets === 0) this.#expectWithin(ANSWER_WITHIN_MS);
  }

  /** Counts a frame of any kind. Returns false, and disconnects the link, when there were too many. */
  countMessage(): boolean {
    const fullAt = takeTokens(this.#messagesFullAt, MESSAGES);
    if (fullAt === undefined) this.cutOff('too many messages');
    else this.#messagesFullAt = fullAt;
    return fullAt !== undefined;
  }

  countBytes(length: number): void {
    const fullAt = takeTokens(this.#bytesFullAt, BYTES, length);
    if (fullAt === undefined) this.cutOff('too many bytes');
    else this.#bytesFullAt = fullAt;
  }

  /** The link has closed. */
  closed(): void {
    this.#clearDeadline();
    this.#leaveWaiting();
    const websocket = this.#websocket;
    // A client may ignore the closing handshake and continue to send.
    if (websocket) setTimeout(() => websocket.terminate(), CLOSE_WITHIN_MS).unref();
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
