import type { Socket, Namespace as SocketNamespace } from 'socket.io';
import type { LinkGuard } from './link-guard.ts';

/** Returns the guard of the link that carries a socket. */
export type GuardOf = (socket: Socket) => LinkGuard;

/** Result of an authentication that failed because the database did not answer. */
export const AUTHENTICATION_UNAVAILABLE = Symbol('the database does not answer');
export const returnUnavailable = (): typeof AUTHENTICATION_UNAVAILABLE => AUTHENTICATION_UNAVAILABLE;

/**
 * Breaks the transport of a socket that joins, so that the client connects again. A refusal by the namespace would be final for socket.io's client. `next` is the
 * callback of the middleware: without the call, Socket.IO would keep the socket and its rooms until the process ends. It ignores the sockets of closed links.
 */
export function closeForRetry(socket: Socket, next: () => void): void {
  socket.conn.close();
  next();
}

export const countSockets = (namespace: SocketNamespace, room: string): number => namespace.adapter.rooms.get(room)?.size ?? 0;
