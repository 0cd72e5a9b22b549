/** Guards the links of Socket.IO: those of users, and of screens that `createScreenWebSockets` does not serve. */
import { NAMESPACES } from '@vitrine/contract';
import type { Socket } from 'socket.io';
import { LinkGuard, type LinkGuardDeps } from './link-guard.ts';

/** The transport connection below the namespaces. One can carry a socket in each namespace. */
export type Link = Socket['conn'];

/** The used members of a `ws` connection, which Engine.IO stores on the request of a WebSocket handshake. */
interface WebSocketConnection {
  on(event: 'ping' | 'pong', listener: () => void): void;
  terminate(): void;
}

/** Messages sent to a client that it has not read yet. */
const MAX_UNREAD = 1000;
/** Time from the closing handshake until the connection is destroyed. */
const CLOSE_WITHIN_MS = 1000;

/** Socket.IO packet types, as the first character of a message. */
const CONNECT = '0';
const JOINABLE = Object.values(NAMESPACES).map((name) => `${CONNECT}${name}`);
const BINARY_TYPES = ['5', '6'];

const guards = new WeakMap<Link, LinkGuard>();

/** Returns the guard of a link; undefined when the link was never guarded. */
export const guardOfLink = (link: Link): LinkGuard | undefined => guards.get(link);

/** Creates the guard of a new link, and passes its packets, frames and bytes to it. */
export function guardLink(link: Link, address: string, deps: LinkGuardDeps): LinkGuard {
  const { websocket, socket: tcp } = link.request as Link['request'] & { websocket?: WebSocketConnection };
  const connection = {
    isOpen: () => link.readyState === 'open',
    terminate: () => {
      link.close(true);
      websocket?.terminate();
    },
  };
  const guard = new LinkGuard(connection, address, deps);
  guards.set(link, guard);
  link.on('packet', ({ data }: { data?: unknown }) => receivePacket(guard, link, data));
  link.on('close', () => {
    guard.closed();
    // A client may ignore the closing handshake and continue to send.
    if (websocket) setTimeout(() => websocket.terminate(), CLOSE_WITHIN_MS).unref();
  });
  if (websocket) {
    websocket.on('ping', () => guard.countMessage());
    websocket.on('pong', () => guard.countMessage());
    tcp.on('data', (chunk: Buffer) => guard.countBytes(chunk.length));
  }
  return guard;
}

/** Checks a packet of a client, with or without data. */
function receivePacket(guard: LinkGuard, link: Link, data: unknown): void {
  if (!guard.countMessage()) return;
  if ((link as unknown as { writeBuffer: unknown[] }).writeBuffer.length > MAX_UNREAD) return guard.cutOff('it does not read');
  if (data === undefined) return;
  if (typeof data !== 'string' || BINARY_TYPES.includes(data.charAt(0))) return guard.cutOff('binary data');
  if (!data.startsWith(CONNECT)) return;
  const [start = ''] = data.split(',', 1);
  if (!JOINABLE.includes(start)) return guard.cutOff('an unknown namespace');
  guard.joining();
}
