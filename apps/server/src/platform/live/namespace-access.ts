import type { Socket, Namespace as SocketNamespace } from 'socket.io';
import type { LinkGuard } from './link-guard.ts';

/** Returns the guard of the link that carries a socket. */
export type GuardOf = (socket: Socket) => LinkGuard;

/** Result of an authentication that failed because the database did not answer. */
export const AUTHENTICATION_UNAVAILABLE = Symbol('the database does not answer');
export const returnUnavailable = (): typeof AUTHENTICATION_UNAVAILABLE => AUTHENTICATION_UNAVAILABLE;

/**
 * Breaks the transport, so that the client connects again. A refusal by the namespace would be final for socket.io's client. `next` is the one of a middleware:
 * Socket.IO keeps a socket whose middlewares do not end, also after its client has left.
 */
export function closeForRetry(socket: Socket, next?: () => void): void {
  socket.conn.close();
  next?.();
}

export const countSockets = (namespace: SocketNamespace, room: string): number => namespace.adapter.rooms.get(room)?.size ?? 0;
