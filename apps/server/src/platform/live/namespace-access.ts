import type { Socket, Namespace as SocketNamespace } from 'socket.io';
import type { LinkGuard } from './link-guard.ts';

/** Returns the guard of the link that carries a socket. */
export type GuardOf = (socket: Socket) => LinkGuard;

/** Result of an authentication that failed because the database did not answer. */
export const AUTHENTICATION_UNAVAILABLE = Symbol('the database does not answer');
export const returnUnavailable = (): typeof AUTHENTICATION_UNAVAILABLE => AUTHENTICATION_UNAVAILABLE;

/** Breaks the transport, so that the client connects again. A refusal by the namespace would be final for socket.io's client. */
export const closeForRetry = (socket: Socket): void => socket.conn.close();

export const countSockets = (namespace: SocketNamespace, room: string): number => namespace.adapter.rooms.get(room)?.size ?? 0;
