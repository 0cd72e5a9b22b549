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
/** Each joins a namespace, which costs queries. A page joins three when it opens, and three more after each sign-in. */
const CONNECTS = { burst: 8, perSecond: 0.1 };
/** Messages that a client has not read. One that reads none is disconnected before its ping timeout. */
const MAX_UNREAD = 1000;
const JOIN_WITHIN_MS = 10_000;
/** Once it was refused, or has left its last namespace. Our clients close such a link themselves. */
const LEAVE_WITHIN_MS = 500;
const CLOSE_WITHIN_MS = 1000;

/** Socket.IO packet types, as the first character of a message. */
const CONNECT = '0';
const BINARY_TYPES = ['5', '6'];

export interface LinkGuard {
  /** Address of the client. */
  readonly address: string;
  /** The address as limits count it: see `rateLimitKey`. */
  readonly addressKey: string;
  /** A socket has joined a namespace over this link. */
  joined(): void;
  left(): void;
  /** A namespace has refused the link. */
  refused(): void;
  /** Disconnects at once, without a closing handshake that the client could delay. */
  cutOff(reason: string): void;
}

interface GuardDeps {
  limits: AddressLimits;
  warn: LimitedLog;
}

/** Disconnects a link that sends too much, sends what no client of ours sends, or joins no namespace in time. */
export function guardLink(link: Link, address: string, { limits, warn }: GuardDeps): LinkGuard {
  // Requests are released once a socket has joined.
  const request = link.request as HandshakeRequest;
  const [websocket, tcp] = [request.websocket, request.socket];
  const [messages, bytes, connects] = [new TokenBucket(MESSAGES), new TokenBucket(BYTES), new TokenBucket(CONNECTS)];
  const addressKey = rateLimitKey(address);
  let sockets = 0;
  let deadline: NodeJS.Timeout | undefined;

  const cutOff = (reason: string) => {
    if (link.readyState === 'open') warn(`a live link was cut off: ${reason}`, { address });
    link.close(true);
    websocket?.terminate();
  };
  const expectJoin = (withinMs: number) => {
    clearTimeout(deadline);
    deadline = setTimeout(() => cutOff('it joined no namespace'), withinMs).unref();
  };
  const stopWaiting = limits.enter('waiting', addressKey);
  const countMessage = () => messages.take() || cutOff('too many messages');
  const countBytes = (chunk: Buffer) => bytes.take(chunk.length) || cutOff('too many bytes');

  link.on('packet', ({ data }: { data?: unknown }) => {
    if (!countMessage()) return;
    if (data !== undefined && (typeof data !== 'string' || BINARY_TYPES.includes(data.charAt(0)))) return cutOff('binary data');
    if (typeof data === 'string' && data.startsWith(CONNECT) && !connects.take()) cutOff('too many joins');
  });
  link.on('packetCreate', () => {
    if ((link as unknown as { writeBuffer: unknown[] }).writeBuffer.length > MAX_UNREAD) cutOff('it does not read');
  });
  if (websocket) {
    websocket.on('ping', countMessage);
    websocket.on('pong', countMessage);
    tcp.on('data', countBytes);
  }
  link.once('close', () => {
    clearTimeout(deadline);
    stopWaiting?.();
    // A client may ignore the closing handshake and continue to send.
    if (websocket) setTimeout(() => websocket.terminate(), CLOSE_WITHIN_MS).unref();
  });
  expectJoin(JOIN_WITHIN_MS);
  if (!stopWaiting) cutOff('too many links of its address');

  return {
    address,
    addressKey,
    joined() {
      sockets++;
      stopWaiting?.();
      clearTimeout(deadline);
    },
    left() {
      sockets--;
      if (sockets === 0 && link.readyState === 'open') expectJoin(LEAVE_WITHIN_MS);
    },
    refused() {
      if (sockets === 0) expectJoin(LEAVE_WITHIN_MS);
    },
    cutOff,
  };
}
