import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_PATH, NAMESPACES, type ScreenEvents } from '@vitrine/contract';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import type { ClientAddress } from '../client-address.ts';
import { createLimitedLog } from '../limits/limited-log.ts';
import { rateLimitKey } from '../network-addresses.ts';
import { createAddressLimits } from './address-limits.ts';
import { type AdmissionQueue, createAdmissionQueue } from './admission-queue.ts';
import { ConnectedScreens } from './connected-screens.ts';
import { createPresenceTracker } from './connected-users.ts';
import { guardLink, guardOfLink, type Link } from './engine-links.ts';
import type { LinkGuard, LinkGuardDeps } from './link-guard.ts';
import { type LiveMessage, type Nudge, screenIdOf } from './live.ts';
import type { GuardOf } from './namespace-access.ts';
import { type PeopleSockets, servePeople } from './people-sockets.ts';
import type { ScreenHandlers } from './screen-handlers.ts';
import { serveScreenNamespace } from './screen-namespace.ts';
import { ScreenMessage } from './screen-packets.ts';
import { createScreenWebSockets, isScreenHandshake, refuseHandshake } from './screen-websockets.ts';
import { type CompleteSyncMessage, createSyncDelivery, type SyncNudge } from './sync-delivery.ts';

export interface LiveServerParts extends ScreenHandlers {
  people: PeopleSockets;
  completeSync: CompleteSyncMessage;
  clientAddress: ClientAddress;
  /** SCREENS_PER_ADDRESS: limits of live links by client address are multiples of it. */
  screensPerAddress: number;
  /** SCREEN_URL: an origin whose pages may join the namespace of screens alone. */
  screenUrl?: string | undefined;
  log: Logger;
}

export interface LiveServer {
  /** Sends a message to the sockets of this process. */
  dispatch(message: LiveMessage): void;
  /** Messages may have been lost: users reconnect and reload everything, and every screen receives its newest revision. */
  resync(): void;
  /** Records every connected screen again, and sends it its newest revision. */
  announceScreens(): void;
  countScreens(): number;
  /** Disconnects screens so that they connect to another process. */
  moveScreens(count: number): void;
  /** Returns whether a user is connected who may receive events about devices. */
  hasPeople(): boolean;
  /** Lists the ids of these users. */
  listPeople(): string[];
  countSockets(): Record<string, number>;
  /** Closes every socket and accepts no more, because this process stops and another one serves the clients. */
  endSockets(): void;
  close(): Promise<void>;
}

/**
 * A client that vanished is detected after both intervals, whose sum must stay below the promised 45 s. The interval of pings is the longer one, because
 * pings are nearly the whole cost of thousands of idle screens.
 */
const PING_INTERVAL_MS = 30_000;
const PONG_TIMEOUT_MS = 12_000;
/** The longest report of a screen. The pages of users send no messages. */
const MAX_MESSAGE_BYTES = 64 * 1024;
const PEOPLE_NAMESPACES = [NAMESPACES.notification, NAMESPACES.device, NAMESPACES.media];

export function createLiveServer(http: HttpServer, parts: LiveServerParts): LiveServer {
  const { people, clientAddress } = parts;
  const limits = createAddressLimits(parts.screensPerAddress);
  const warn = createLimitedLog(parts.log);
  let isEnding = false;
  const admits = (request: IncomingMessage) => !isEnding && isSameOrigin(request) && limits.admits(rateLimitKey(clientAddress(request)));
  const io = new Server(http, {
    path: LIVE_PATH,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PONG_TIMEOUT_MS,
    // Our clients use polling only where WebSockets fail, so an upgrade would fail as well.
    allowUpgrades: false,
    allowRequest: (request, answer) => answer(null, admits(request)),
  });
  const guardOf = guardLinks(io, { limits, warn }, clientAddress);
  const enter = createAdmissionQueue({ hasPriorityWork: createNewConnectionDetector(http) });
  const { screens, websockets } = serveScreens(http, io, { parts, limits, warn, guardOf, enter, admits });
  if (parts.screenUrl !== undefined) refusePeopleAt(new URL(parts.screenUrl).host, io, guardOf);
  const presence = createPresenceTracker();
  for (const name of PEOPLE_NAMESPACES)
    servePeople(io.of(name), { people, guardOf, limits, ...(name !== NAMESPACES.notification && { presence }) });
  return {
    announceScreens: () => screens.announce(),
    countScreens: () => screens.count(),
    moveScreens: (count) => screens.move(count),
    dispatch: createDispatch(io, { screens, enter, parts }),
    resync() {
      for (const name of PEOPLE_NAMESPACES) for (const socket of io.of(name).sockets.values()) enter(() => socket.conn.close());
      screens.announce();
    },
    hasPeople: () => !presence.isEmpty(),
    listPeople: presence.list,
    countSockets: () => ({
      ...Object.fromEntries(PEOPLE_NAMESPACES.map((name) => [name.slice(1), io.of(name).sockets.size])),
      screen: screens.count(),
    }),
    endSockets() {
      isEnding = true;
      websockets.dropAll();
      io.engine.close();
    },
    close: async () => {
      websockets.close();
      await io.close();
      screens.stop();
    },
  };
}

interface ScreenServerDeps extends LinkGuardDeps {
  parts: LiveServerParts;
  guardOf: GuardOf;
  enter: AdmissionQueue;
  admits: (request: IncomingMessage) => boolean;
}

/** Serves screens over separate WebSockets, and over Socket.IO. */
function serveScreens(http: HttpServer, io: Server, { parts, limits, warn, guardOf, enter, admits }: ScreenServerDeps) {
  const screens = new ConnectedScreens({ ...parts, enter, limits });
  const websockets = createScreenWebSockets({
    screens,
    limits,
    warn,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    pingIntervalMs: PING_INTERVAL_MS,
    pongTimeoutMs: PONG_TIMEOUT_MS,
  });
  queueHandshakes(http, enter, (request, tcp, head) => {
    if (!isScreenHandshake(request)) return false;
    if (admits(request)) websockets.accept(request, tcp, head, parts.clientAddress(request));
    else refuseHandshake(tcp, '403 Forbidden');
    return true;
  });
  serveScreenNamespace(io.of(NAMESPACES.screen), { screens, guardOf });
  return { screens, websockets };
}

/** Creates the function that sends messages to the sockets of this process. */
function createDispatch(
  io: Server,
  { screens, enter, parts }: { screens: ConnectedScreens; enter: AdmissionQueue; parts: LiveServerParts },
): LiveServer['dispatch'] {
  const sendToScreens = ({ rooms, event, payload }: Nudge) =>
    screens.send(rooms.map(screenIdOf), new ScreenMessage(event as keyof ScreenEvents, payload));
  const deliverSync = createSyncDelivery(parts.completeSync, (nudge) => enter(() => sendToScreens(nudge)));
  return (message) => {
    if ('disconnect' in message) {
      for (const name of PEOPLE_NAMESPACES) io.of(name).in(message.disconnect).disconnectSockets(true);
      screens.disconnect(screenIdOf(message.disconnect));
    } else if (isSync(message)) deliverSync(message);
    else if ('event' in message && message.namespace === 'screen') {
      for (const room of message.rooms) parts.screens.commanded(screenIdOf(room), message.payload);
      sendToScreens(message);
    } else if ('event' in message) sendToPeople(io, message);
  };
}

/** Guards every link of Socket.IO. A guard cuts off links that join the namespace `/`, which Socket.IO always has; it refuses them as well. */
function guardLinks(io: Server, deps: LinkGuardDeps, clientAddress: ClientAddress): GuardOf {
  io.engine.on('connection', (link: Link) => guardLink(link, clientAddress(link.request), deps));
  // A refused request must not keep its connection by sending the rest of its body slowly.
  io.engine.on('connection_error', ({ req }: { req: IncomingMessage & { res?: ServerResponse } }) =>
    req.res?.setHeader('connection', 'close'),
  );
  const guardOf = (socket: Socket): LinkGuard => {
    const guard = guardOfLink(socket.conn);
    if (!guard) throw new Error('A socket without a guarded link');
    return guard;
  };
  io.use((socket, next) => {
    guardOf(socket).cutOff('an unknown namespace');
    next(new Error('UNKNOWN_NAMESPACE'));
  });
  return guardOf;
}

/** Refuses the namespaces of people on the origin of the screens, where the code of uploaded versions runs. */
function refusePeopleAt(screenHost: string, io: Server, guardOf: GuardOf): void {
  for (const name of PEOPLE_NAMESPACES)
    io.of(name).use((socket, next) => {
      if (socket.handshake.headers.host?.toLowerCase() !== screenHost) return next();
      guardOf(socket).refused();
      next(new Error('UNKNOWN_NAMESPACE'));
    });
}

/** Requests from other sites must not open sockets in visitors' browsers. Clients other than browsers send no origin. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

/**
 * Returns whether a connection arrived since the last call. Node accepts one new connection per turn of the event loop, so turns are kept short while
 * connections arrive.
 */
function createNewConnectionDetector(http: HttpServer): () => boolean {
  let hasArrived = false;
  http.on('connection', () => (hasArrived = true));
  return () => {
    const arrived = hasArrived;
    hasArrived = false;
    return arrived;
  };
}

type HandshakeListener = (request: IncomingMessage, tcp: Duplex, head: Buffer) => boolean;

/**
 * Handshakes are queued, so that a fleet that reconnects after a restart does not block other requests. Socket.IO serves those for which `acceptScreen`
 * returns false.
 */
function queueHandshakes(http: HttpServer, enter: AdmissionQueue, acceptScreen: HandshakeListener): void {
  const handshakes = http.listeners('upgrade');
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request, socket, head) => {
    // The connection has no other listener while it is queued, and an unhandled `error` event ends the process.
    const ignore = () => undefined;
    socket.on('error', ignore);
    enter(() => {
      socket.off('error', ignore);
      if (socket.destroyed || acceptScreen(request, socket, head)) return;
      for (const listener of handshakes) listener.call(http, request, socket, head);
    });
  });
}

function sendToPeople(io: Server, { namespace, rooms, event, payload }: Nudge): void {
  // Without rooms, Socket.IO sends to all sockets.
  if (rooms.length > 0) io.of(NAMESPACES[namespace]).to(rooms).emit(event, payload);
}

const isSync = (message: LiveMessage): message is SyncNudge =>
  'event' in message && message.namespace === 'screen' && message.event === 'sync';
