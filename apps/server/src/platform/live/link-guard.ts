import { NAMESPACES } from '@vitrine/contract';
import type { Socket } from 'socket.io';
import type { LimitedLog } from '../limits/limited-log.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import { rateLimitKey } from '../network-addresses.ts';
import type { AddressLimits } from './address-limits.ts';

/** The transport connection below the namespaces. One can carry a socket in each namespace. */
export type Link = Socket['conn'];

/** The `ws` connection, as far as it is used here. Engine.IO stores it on the request of a WebSocket handshake. */
interface WebSocketBelow {
  on(event: 'ping' | 'pong', listener: () => void): void;
  terminate(): void;
}
type HandshakeRequest = Link['request'] & { websocket?: WebSocketBelow };

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
  readonly #messages = new TokenBucket(MESSAGES);
  readonly #bytes = new TokenBucket(BYTES);
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
    link.on('packet', ({ data }: { data?: unknown }) => this.#receive(data));
    link.once('close', () => this.#closed());
    if (websocket) {
      const countMessage = () => void this.#countMessage();
      websocket.on('ping', countMessage);
      websocket.on('pong', countMessage);
      tcp.on('data', (chunk: Buffer) => {
        if (!this.#bytes.take(chunk.length)) this.cutOff('too many bytes');
      });
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

  #receive(data: unknown): void {
    if (!this.#countMessage()) return;
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

  #countMessage(): boolean {
    const isWithin = this.#messages.take();
    if (!isWithin) this.cutOff('too many messages');
    return isWithin;
  }

  #closed(): void {
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
