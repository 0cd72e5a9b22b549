import type { Socket, Namespace as SocketNamespace } from 'socket.io';
import type { ConnectedScreens, ScreenLink } from './connected-screens.ts';
import type { LinkGuard } from './link-guard.ts';
import { AUTHENTICATION_UNAVAILABLE, closeForRetry, type GuardOf } from './namespace-access.ts';
import type { ScreenMessage } from './screen-packets.ts';

/** A screen that is connected through Socket.IO. */
class SocketIoLink implements ScreenLink {
  readonly guard: LinkGuard;
  readonly #socket: Socket;

  constructor(socket: Socket, guard: LinkGuard) {
    this.#socket = socket;
    this.guard = guard;
  }

  send({ event, payload }: ScreenMessage): void {
    if (payload === undefined) this.#socket.emit(event);
    else this.#socket.emit(event, payload);
  }

  disconnect(): void {
    this.#socket.disconnect(true);
  }

  drop(): void {
    this.#socket.conn.close();
  }
}

/** Serves screens of earlier versions, and those whose network passes no WebSockets. All others connect to `createScreenWebSockets`. */
export function serveScreenNamespace(
  namespace: SocketNamespace,
  { screens, guardOf }: { screens: ConnectedScreens; guardOf: GuardOf },
): void {
  namespace.use(async (socket, next) => {
    const guard = guardOf(socket);
    const { auth, headers } = socket.handshake;
    const screen = await screens.authenticate(auth, { guard, userAgent: headers['user-agent'] });
    if (screen === AUTHENTICATION_UNAVAILABLE) return closeForRetry(socket, next);
    if (typeof screen === 'string') {
      guard.refused();
      return next(new Error(screen));
    }
    socket.data = screen;
    next();
  });
  namespace.on('connection', (socket) => {
    const screen = screens.add(new SocketIoLink(socket, guardOf(socket)), socket.data);
    socket.onAny((event: string, payload: unknown, acknowledge?: unknown) =>
      screens.receive(screen, event, payload, typeof acknowledge === 'function' ? (response) => void acknowledge(response) : undefined),
    );
    socket.on('disconnect', () => screens.remove(screen));
  });
}
