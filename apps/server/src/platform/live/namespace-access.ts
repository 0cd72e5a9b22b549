import type { Socket, Namespace as SocketNamespace } from 'socket.io';
import type { LinkGuard } from './link-guard.ts';

/** Returns the guard of the link that carries a socket. */
export type GuardOf = (socket: Socket) => LinkGuard;

/** Result of an authentication that failed because the database did not answer. */
export const UNKNOWN = Symbol('the database does not answer');
export const unknownOnError = (): typeof UNKNOWN => UNKNOWN;

/** Breaks the transport, so that the client connects again. A refusal by the namespace would be final for socket.io's client. */
export const closeForNow = (socket: Socket): void => socket.conn.close();

export const socketsIn = (namespace: SocketNamespace, room: string): number => namespace.adapter.rooms.get(room)?.size ?? 0;
