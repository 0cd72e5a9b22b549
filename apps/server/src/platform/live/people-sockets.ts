import type { Socket, Namespace as SocketNamespace } from 'socket.io';
import type { AddressLimits } from './address-limits.ts';
import type { PresenceTracker } from './connected-users.ts';
import { getPersonRoom, getSessionRoom } from './live.ts';
import { AUTHENTICATION_UNAVAILABLE, closeForRetry, countSockets, type GuardOf, returnUnavailable } from './namespace-access.ts';

interface PersonSession {
  userId: string;
  sessionId: string;
  /** Whether the person has accepted the privacy agreement. */
  hasConsented: boolean;
  expiresAt: Date;
}

/** Session lookup, provided by the module that owns sessions. */
export interface PeopleSockets {
  authenticate(token: string): Promise<PersonSession | undefined>;
}

/** Sockets of one person in each namespace of one process: open tabs and phones. */
const MAX_SOCKETS_PER_PERSON = 50;

interface PeopleNamespaceDeps {
  people: PeopleSockets;
  guardOf: GuardOf;
  limits: AddressLimits;
  /** Counts the people of the namespaces that report on devices. */
  presence?: PresenceTracker;
}

/** Serves one namespace of signed-in people. A person joins only their own rooms, and sends nothing. */
export function servePeople(namespace: SocketNamespace, { people, guardOf, limits, presence }: PeopleNamespaceDeps): void {
  namespace.use(async (socket, next) => {
    const guard = guardOf(socket);
    const refuse = (reason: string) => {
      guard.refused();
      next(new Error(reason));
    };
    const { token } = socket.handshake.auth as { token?: unknown };
    const findSession = () => (typeof token === 'string' ? people.authenticate(token).catch(returnUnavailable) : undefined);
    const person = await findSession();
    if (person === AUTHENTICATION_UNAVAILABLE) return closeForRetry(socket, next);
    if (!person?.hasConsented) return refuse('UNAUTHENTICATED');
    if (countSockets(namespace, getPersonRoom(person.userId)) >= MAX_SOCKETS_PER_PERSON) return refuse('TOO_MANY_SOCKETS');
    if (limits.isFull('person', guard.addressKey)) return refuse('TOO_MANY_SOCKETS');
    await socket.join([getPersonRoom(person.userId), getSessionRoom(person.sessionId)]);
    // Read the session again, because it may have ended before the socket was in its room, whose sockets were then disconnected.
    const current = await findSession();
    if (current === AUTHENTICATION_UNAVAILABLE) return closeForRetry(socket, next);
    if (!current) return refuse('UNAUTHENTICATED');
    socket.data = { userId: person.userId, expiresAt: person.expiresAt };
    next();
  });
  namespace.on('connection', (socket) => {
    const { userId, expiresAt } = socket.data as Pick<PersonSession, 'userId' | 'expiresAt'>;
    const guard = guardOf(socket);
    closeAt(socket, expiresAt);
    const leaveAddress = limits.enter('person', guard.addressKey);
    const leavePresence = presence?.add(userId);
    guard.joined();
    socket.on('disconnect', () => {
      leaveAddress?.();
      leavePresence?.();
      guard.left();
    });
    if (!leaveAddress) socket.disconnect(true);
  });
}

/** Disconnects a connected socket when its session expires, which is within a day. */
function closeAt(socket: Socket, expiresAt: Date): void {
  const timer = setTimeout(() => socket.disconnect(true), expiresAt.getTime() - Date.now());
  timer.unref();
  socket.on('disconnect', () => clearTimeout(timer));
}
