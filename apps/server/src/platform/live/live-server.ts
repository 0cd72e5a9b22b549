import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { LIVE_PATH, NAMESPACES, type SyncMessage } from '@vitrine/contract';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import type { ClientAddress } from '../client-address.ts';
import { createLimitedLog } from '../limits/limited-log.ts';
import { rateLimitKey } from '../network-addresses.ts';
import { type AddressLimits, createAddressLimits } from './address-limits.ts';
import { type AdmissionQueue, createAdmissionQueue } from './admission-queue.ts';
import { guardOfLink, type Link, LinkGuard, rememberResponse } from './link-guard.ts';
import { type LiveMessage, type Nudge, screenIdOf } from './live.ts';
import type { GuardOf } from './namespace-access.ts';
import { type PeopleSockets, servePeople as setUpPeopleNamespace } from './people-sockets.ts';
import { createPresenceTracker } from './presence.ts';
import {
  type EmergencySockets,
  type ScreenSockets,
  type ServerMoveSockets,
  serveScreens as setUpScreenNamespace,
} from './screen-sockets.ts';

/** Adds data to a sync message that does not fit into a notification of the database. */
export type CompleteSyncMessage = (message: SyncMessage) => Promise<SyncMessage>;

export interface LiveServerParts {
  people: PeopleSockets;
  screens: ScreenSockets;
  /** Left out in tests of other messages. */
  emergency?: EmergencySockets;
  serverMove?: ServerMoveSockets;
  completeSync: CompleteSyncMessage;
  clientAddress: ClientAddress;
  /** SCREENS_PER_ADDRESS: limits of live links by client address are multiples of it. */
  screensPerAddress: number;
  /** SCREEN_URL: an origin whose pages may join the namespace of screens alone. */
  screenUrl?: string | undefined;
  log: Logger;
}

export interface LiveServer {
  /** Gives a message to the sockets of this process. */
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
  /** Who they are. */
  listPeople(): string[];
  countSockets(): Record<string, number>;
  /** Closes every socket and accepts no more, because this process stops and another one serves the clients. */
  endSockets(): void;
  close(): Promise<void>;
}

/**
 * A socket that vanished is detected after both intervals; their sum has to stay below the promised 45 s. Pings are nearly all
 * that thousands of idle screens cost, so most of it is theirs; who does not answer within the rest is not there.
 */
const PING_INTERVAL_MS = 30_000;
const PONG_TIMEOUT_MS = 12_000;
/** A screen reports at most this much; people send nothing at all. */
const MAX_MESSAGE_BYTES = 64 * 1024;

export function createLiveServer(http: HttpServer, parts: LiveServerParts): LiveServer {
  const { people, screens, emergency, serverMove, completeSync, clientAddress } = parts;
  const limits = createAddressLimits(parts.screensPerAddress);
  let isEnding = false;
  const io = new Server(http, {
    path: LIVE_PATH,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PONG_TIMEOUT_MS,
    // Our clients use polling only where WebSockets fail, so an upgrade would fail as well.
    allowUpgrades: false,
    allowRequest: (request, answer) =>
      answer(null, !isEnding && isSameOrigin(request) && limits.admits(rateLimitKey(clientAddress(request)))),
  });
  const guardOf = guardLinks(io, limits, parts);
  const enter = createAdmissionQueue({ hasPriorityWork: createNewConnectionDetector(http) });
  queueHandshakes(http, enter);
  if (parts.screenUrl !== undefined) refusePeopleAt(new URL(parts.screenUrl).host, io, guardOf);
  const heads = createPresenceTracker();
  setUpPeopleNamespace(io.of(NAMESPACES.notification), { people, guardOf, limits });
  for (const name of [NAMESPACES.device, NAMESPACES.media]) setUpPeopleNamespace(io.of(name), { people, guardOf, limits, heads });
  const screenNamespace = setUpScreenNamespace(io.of(NAMESPACES.screen), { screens, emergency, serverMove, enter, guardOf, limits });
  const deliverSync = createSyncDelivery(completeSync, (nudge) => enter(() => emit(io, nudge)));
  const announceScreens = () => {
    for (const socket of io.of(NAMESPACES.screen).sockets.values()) enter(() => screenNamespace.announce(socket));
  };
  return {
    announceScreens,
    countScreens: () => io.of(NAMESPACES.screen).sockets.size,
    moveScreens: screenNamespace.move,
    dispatch(message) {
      if ('disconnect' in message) for (const name of Object.values(NAMESPACES)) io.of(name).in(message.disconnect).disconnectSockets(true);
      else if (isSync(message)) deliverSync(message);
      else if ('event' in message) {
        if (message.namespace === 'screen') for (const room of message.rooms) screens.commanded(screenIdOf(room), message.payload);
        emit(io, message);
      }
    },
    resync() {
      for (const name of [NAMESPACES.notification, NAMESPACES.device, NAMESPACES.media])
        for (const socket of io.of(name).sockets.values()) enter(() => socket.conn.close());
      announceScreens();
    },
    hasPeople: () => !heads.isEmpty(),
    listPeople: heads.list,
    countSockets: () => Object.fromEntries(Object.entries(NAMESPACES).map(([name, path]) => [name, io.of(path).sockets.size])),
    endSockets() {
      isEnding = true;
      io.engine.close();
    },
    close: async () => {
      await io.close();
    },
  };
}

/** Guards every link. A guard cuts off links that join the namespace `/`, which socket.io always has; it refuses them as well. */
function guardLinks(io: Server, limits: AddressLimits, { clientAddress, log }: LiveServerParts): GuardOf {
  const warn = createLimitedLog(log);
  io.engine.use(rememberResponse);
  io.engine.on('connection', (link: Link) => new LinkGuard(link, clientAddress(link.request), { limits, warn }));
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
  for (const name of [NAMESPACES.notification, NAMESPACES.device, NAMESPACES.media])
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
  let hasKnocked = false;
  http.on('connection', () => (hasKnocked = true));
  return () => {
    const answer = hasKnocked;
    hasKnocked = false;
    return answer;
  };
}

/** Handshakes are queued, so that a fleet that reconnects after a restart does not block other requests. */
function queueHandshakes(http: HttpServer, enter: AdmissionQueue): void {
  const handshakes = http.listeners('upgrade');
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request, socket, head) => {
    // No other listener exists while it is queued, and an unhandled `error` event ends the process.
    const ignore = () => undefined;
    socket.on('error', ignore);
    enter(() => {
      socket.off('error', ignore);
      if (!socket.destroyed) for (const shake of handshakes) shake.call(http, request, socket, head);
    });
  });
}

function emit(io: Server, { namespace, rooms, event, payload }: Nudge): void {
  // Socket.IO takes no rooms for all of them.
  if (rooms.length > 0) io.of(NAMESPACES[namespace]).to(rooms).emit(event, payload);
}

type SyncNudge = Nudge & { payload: SyncMessage };

const isSync = (message: LiveMessage): message is SyncNudge =>
  'event' in message && message.namespace === 'screen' && message.event === 'sync';

/** Completes sync messages one after the other, because each builds on the previous one. */
function createSyncDelivery(complete: CompleteSyncMessage, send: (nudge: Nudge) => void): (nudge: SyncNudge) => void {
  let before: Promise<void> = Promise.resolve();
  return (nudge) => {
    // Recipients request what is missing.
    const completed = complete(nudge.payload).catch(() => nudge.payload);
    before = before.then(async () => send({ ...nudge, payload: await completed }));
  };
}
