import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { LIVE_PATH, NAMESPACES, type SyncMessage } from '@vitrine/contract';
import { Server, type Socket, type Namespace as SocketNamespace } from 'socket.io';
import { createHeadcount, type Headcount } from './headcount.ts';
import { type LiveMessage, type Nudge, personRoom, screenRoom, sessionRoom } from './live.ts';
import { createTurnstile, type Turnstile } from './turnstile.ts';

interface PersonSession {
  userId: string;
  sessionId: string;
  /** Whether the live link is open to them yet. */
  hasConsented: boolean;
  expiresAt: Date;
}

/** What the live link needs to know of people, given by the module that does. */
export interface PeopleSockets {
  authenticate(token: string): Promise<PersonSession | undefined>;
}

/** One connection of a screen: the same object for as long as it lasts. */
export interface ScreenLink {
  readonly screenId: string;
}

export interface ScreenSockets {
  authenticate(deviceCode: string, secret: string): Promise<{ screenId: string } | undefined>;
  /** Returns the revision of its newest manifest, which is sent to it; undefined if it could not be read. */
  connected(screenId: string, address: string, userAgent?: string): Promise<number | undefined>;
  disconnected(screenId: string): Promise<void>;
  /** Whether what follows on this link may be changes to it. */
  report(link: ScreenLink, payload: unknown): Promise<boolean>;
  /** False when it is not known what they change. */
  changes(link: ScreenLink, payload: unknown): boolean;
  /** What came of something it was asked to do. */
  receipt(screenId: string, payload: unknown): Promise<void>;
}

/** Adds to what screens are told what no notification of the database can carry. */
export type CompleteSync = (message: SyncMessage) => Promise<SyncMessage>;

export interface LiveServerParts {
  people: PeopleSockets;
  screens: ScreenSockets;
  completeSync: CompleteSync;
}

export interface LiveServer {
  /** Gives a message to the sockets of this process. */
  deliver(message: LiveMessage): void;
  /** Messages may have been lost: people connect again, which asks for everything anew, and every screen is told its newest revision. */
  resync(): void;
  /** Every screen is written down as here once more, and told its newest revision. */
  announceScreens(): void;
  /** Whether a person is connected who could hear of devices and their screens. */
  hasPeople(): boolean;
  /** Who they are. */
  listPeople(): string[];
  countSockets(): Record<string, number>;
  /** Ends every socket and takes no more: this process goes away, and another is there for them. */
  endSockets(): void;
  close(): Promise<void>;
}

/**
 * A socket that vanished is detected after both intervals; their sum has to stay below the promised 45 s. Pings are nearly all
 * that thousands of idle screens cost, so most of it is theirs; who does not answer within the rest is not there.
 */
const PING_EVERY_MS = 30_000;
const PONG_WITHIN_MS = 12_000;
/** A screen reports at most this much; people send nothing at all. */
const MAX_MESSAGE_BYTES = 64 * 1024;

/** In each namespace, of one process: tabs and phones of a person, and pages of a screen that are being replaced. */
const SOCKETS_OF_A_PERSON = 50;
const SOCKETS_OF_A_SCREEN = 4;

export function createLiveServer(http: HttpServer, { people, screens, completeSync }: LiveServerParts): LiveServer {
  let isEnding = false;
  const io = new Server(http, {
    path: LIVE_PATH,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PONG_WITHIN_MS,
    allowRequest: (request, answer) => answer(null, !isEnding && isOfThisSite(request)),
  });
  const enter = createTurnstile({ isRush: createConnectionRateWatch(http) });
  queueConnections(http, enter);
  for (const name of [NAMESPACES.notification, NAMESPACES.device, NAMESPACES.media]) servePeople(io.of(name), people);
  const heads = createHeadcount();
  for (const name of [NAMESPACES.device, NAMESPACES.media]) countPeople(io.of(name), heads);
  const updatePresence = serveScreens(io.of(NAMESPACES.screen), screens, enter);
  const deliverSync = createSyncDelivery(completeSync, (nudge) => enter(() => emit(io, nudge)));
  const announceScreens = () => {
    for (const socket of io.of(NAMESPACES.screen).sockets.values()) enter(() => updatePresence(socket));
  };
  return {
    announceScreens,
    deliver(message) {
      if ('disconnect' in message) for (const name of Object.values(NAMESPACES)) io.of(name).in(message.disconnect).disconnectSockets(true);
      else if (isSync(message)) deliverSync(message);
      else if ('event' in message) emit(io, message);
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

/** A page of another site may not open sockets with its visitors' browsers. What is no browser names no origin. */
function isOfThisSite({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

/**
 * Whether somebody knocked since this was asked last. Node takes one new connection per turn of the event loop, so whoever
 * knocks waits for a turn per knock before: turns are kept short until all of them are in.
 */
function createConnectionRateWatch(http: HttpServer): () => boolean {
  let hasKnocked = false;
  http.on('connection', () => (hasKnocked = true));
  return () => {
    const answer = hasKnocked;
    hasKnocked = false;
    return answer;
  };
}

/** Handshakes wait their turn, also for a crowd that comes back after a restart. */
function queueConnections(http: HttpServer, enter: Turnstile): void {
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

/** Completes what screens are told, one after the other: each builds on the one before. */
function createSyncDelivery(complete: CompleteSync, send: (nudge: Nudge) => void): (nudge: SyncNudge) => void {
  let before: Promise<void> = Promise.resolve();
  return (nudge) => {
    // What cannot be completed is fetched by whoever needs it.
    const completed = complete(nudge.payload).catch(() => nudge.payload);
    before = before.then(async () => send({ ...nudge, payload: await completed }));
  };
}

const UNKNOWN = Symbol('the database does not answer');
const cannotTell = (): typeof UNKNOWN => UNKNOWN;

/** A refusal would be final for socket.io's client; after a broken transport it connects again. */
const closeForNow = (socket: Socket): void => socket.conn.close();

const socketsIn = (namespace: SocketNamespace, room: string): number => namespace.adapter.rooms.get(room)?.size ?? 0;

/** A person joins only their own rooms. */
function servePeople(namespace: SocketNamespace, people: PeopleSockets): void {
  namespace.use(async (socket, next) => {
    const { token } = socket.handshake.auth as { token?: unknown };
    const ask = () => (typeof token === 'string' ? people.authenticate(token).catch(cannotTell) : undefined);
    const person = await ask();
    if (person === UNKNOWN) return closeForNow(socket);
    if (!person?.hasConsented) return next(new Error('UNAUTHENTICATED'));
    if (socketsIn(namespace, personRoom(person.userId)) >= SOCKETS_OF_A_PERSON) return next(new Error('TOO_MANY_SOCKETS'));
    await socket.join([personRoom(person.userId), sessionRoom(person.sessionId)]);
    // Once more: a session that ended before the socket was in its room has told nobody here.
    const still = await ask();
    if (still === UNKNOWN) return closeForNow(socket);
    if (!still) return next(new Error('UNAUTHENTICATED'));
    socket.data.userId = person.userId;
    endWith(socket, person.expiresAt);
    next();
  });
}

function countPeople(namespace: SocketNamespace, heads: Headcount): void {
  namespace.on('connection', (socket) => {
    const { userId } = socket.data as { userId: string };
    socket.on('disconnect', heads.enter(userId));
  });
}

/** A session runs for a day, which a timer can wait for. */
function endWith(socket: Socket, expiresAt: Date): void {
  const timer = setTimeout(() => socket.disconnect(true), expiresAt.getTime() - Date.now());
  timer.unref();
  socket.on('disconnect', () => clearTimeout(timer));
}

interface ScreenSocketData {
  screenId: string;
  address: string;
  /** As its browser names itself. */
  userAgent: string | undefined;
}

/** Returns what updates the presence of a screen that is connected, and tells it its newest revision. */
function serveScreens(namespace: SocketNamespace, screens: ScreenSockets, enter: Turnstile): (socket: Socket) => void {
  namespace.use(async (socket, next) => {
    const { deviceId, secret } = socket.handshake.auth as { deviceId?: unknown; secret?: unknown };
    const isComplete = typeof deviceId === 'string' && typeof secret === 'string';
    const screen = isComplete ? await screens.authenticate(deviceId, secret).catch(cannotTell) : undefined;
    if (screen === UNKNOWN) return closeForNow(socket);
    if (!screen) return next(new Error('SCREEN_UNKNOWN'));
    socket.data.screenId = screen.screenId;
    const room = screenRoom(screen.screenId);
    // The oldest goes: it is most likely of a page that is gone.
    const [oldest] = namespace.adapter.rooms.get(room) ?? [];
    if (oldest && socketsIn(namespace, room) >= SOCKETS_OF_A_SCREEN) namespace.sockets.get(oldest)?.disconnect(true);
    await socket.join(room);
    next();
  });
  const settle = createPresenceUpdates(namespace, screens, enter);
  namespace.on('connection', (socket) => {
    const address = socket.handshake.address.replace(/^::ffff:/, '');
    const userAgent = socket.handshake.headers['user-agent'];
    Object.assign(socket.data, { address, userAgent });
    const link = socket.data as ScreenSocketData;
    const { screenId } = link;
    settle(link);
    forgetHandshake(socket);
    socket.on('receipt', (payload: unknown) => void screens.receipt(screenId, payload));
    socket.on('report', (payload: unknown, acknowledge?: unknown) => {
      void screens.report(link, payload).then((takesChanges) => typeof acknowledge === 'function' && acknowledge(takesChanges));
    });
    socket.on('changes', (payload: unknown) => {
      if (!screens.changes(link, payload)) socket.emit('whole');
    });
    socket.on('disconnect', () => settle(link));
  });
  return (socket) => settle(socket.data as ScreenSocketData);
}

/** Connections last for months: the handshake (2 kB each, with the secret) is not needed after authentication. */
function forgetHandshake(socket: Socket): void {
  Object.assign(socket, { handshake: undefined });
  Object.assign(socket.conn, { request: undefined });
}

/**
 * Updates a screen's presence, one update at a time. A page that reloads disconnects and connects within moments, and
 * concurrent updates could be applied in the wrong order: each reads the state when it runs.
 */
function createPresenceUpdates(namespace: SocketNamespace, screens: ScreenSockets, enter: Turnstile) {
  const underWay = new Map<string, Promise<void>>();
  return ({ screenId, address, userAgent }: ScreenSocketData): void => {
    const isHere = () => socketsIn(namespace, screenRoom(screenId)) > 0;
    const updatePresence = async () => {
      if (!isHere()) return screens.disconnected(screenId);
      const revision = await screens.connected(screenId, address, userAgent);
      // Hundreds are answered at once.
      if (revision !== undefined) enter(() => namespace.to(screenRoom(screenId)).emit('sync', { revision }));
    };
    const update = (underWay.get(screenId) ?? Promise.resolve()).then(updatePresence).finally(() => {
      if (underWay.get(screenId) === update) underWay.delete(screenId);
    });
    underWay.set(screenId, update);
  };
}
