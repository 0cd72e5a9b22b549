import type { EmergencyUpdate } from '@vitrine/contract';
import type { Socket, Namespace as SocketNamespace } from 'socket.io';
import { createTokenBuckets } from '../limits/token-bucket.ts';
import type { AddressLimits } from './address-limits.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import { type LinkGuard, releaseHandshake } from './link-guard.ts';
import { getScreenRoom } from './live.ts';
import { MessageQueue } from './message-queue.ts';
import { AUTHENTICATION_UNAVAILABLE, closeForRetry, countSockets, type GuardOf, returnUnavailable } from './namespace-access.ts';

/** A connection of a screen, represented by the same object until it ends. */
export interface ScreenConnection {
  readonly screenId: string;
}

/** Handlers of screens, provided by the module that owns them. */
export interface ScreenSockets {
  /** `isOwned` is true when the screen is a device of an account. */
  authenticate(deviceCode: string, secret: string): Promise<{ screenId: string; isOwned: boolean } | undefined>;
  /** Returns the revision of the screen's newest manifest, which is sent to it; undefined when it could not be read. */
  connected(screenId: string, address: string, userAgent?: string): Promise<number | undefined>;
  disconnected(screenId: string): Promise<void>;
  /** Returns whether the screen may send changes to this report on the same link. */
  report(link: ScreenConnection, payload: unknown): Promise<boolean>;
  /** Returns false when the base report of the changes is unknown. */
  changes(link: ScreenConnection, payload: unknown): Promise<boolean>;
  /** Records the outcome of a device command. */
  receipt(screenId: string, payload: unknown): Promise<void>;
  /** A device command was sent to the screen, so receipts of it are expected. */
  commanded(screenId: string, payload: unknown): void;
}

/** Handlers of emergency messages. */
export interface EmergencySockets {
  /** Returns all alerts of a screen; undefined for a screen whose owner has no messages. */
  findState(screenId: string): Promise<EmergencyUpdate | undefined>;
  /** Records that a screen has painted alerts. */
  recordPainted(screenId: string, payload: unknown): Promise<void>;
}

/** Whether screens are moved to another address. */
export interface ServerMoveSockets {
  /** Returns the time in milliseconds within which a connected screen moves; null when no move is open. */
  getAnnouncement(): number | null;
}

/** Maximum number of sockets of one screen on one process: the current page and pages that are being replaced. */
const MAX_SOCKETS_PER_SCREEN = 4;
/** Maximum number of waiting messages per socket. */
const QUEUED_MESSAGES = 32;
/** Message budget of a screen over all links and reconnects. */
const MESSAGES_OF_A_SCREEN = { burst: 90, perSecond: 5 };
const CONNECTS_OF_A_SCREEN = { burst: 20, perSecond: 0.2 };
const MAX_SCREENS = 50_000;
/** Time in which a moved screen connects again; screens wait for up to 10 s between attempts. */
const MOVE_TIMEOUT_MS = 15_000;

interface ScreenSocketData {
  screenId: string;
  isOwned: boolean;
  address: string;
  /** The browser's User-Agent header. */
  userAgent: string | undefined;
}

/** State of a connected screen, stored on the socket. Listeners with their own state would cost a kilobyte for each of thousands of sockets. */
interface ConnectedScreen extends ScreenSocketData {
  guard: LinkGuard;
  queue: MessageQueue;
  /** Stops counting an unowned screen against its address. */
  leaveAddress: (() => void) | undefined;
  /** It was disconnected so that it connects to another process. */
  isMoving?: boolean;
}

interface ScreenNamespaceDeps {
  screens: ScreenSockets;
  emergency: EmergencySockets | undefined;
  serverMove: ServerMoveSockets | undefined;
  enter: AdmissionQueue;
  guardOf: GuardOf;
  limits: AddressLimits;
}

export interface ScreenNamespace {
  /** Updates the presence of a connected screen and sends it its newest revision. */
  announce(socket: Socket): void;
  /** Disconnects the screens that have been connected for longest, which connect again through the proxy. */
  move(count: number): void;
}

export function serveScreens(namespace: SocketNamespace, deps: ScreenNamespaceDeps): ScreenNamespace {
  const { screens, guardOf, limits } = deps;
  const takeConnect = createTokenBuckets(CONNECTS_OF_A_SCREEN, MAX_SCREENS);
  namespace.use(async (socket, next) => {
    const guard = guardOf(socket);
    const refuse = (reason: string) => {
      guard.refused();
      next(new Error(reason));
    };
    const { deviceId, secret } = socket.handshake.auth as { deviceId?: unknown; secret?: unknown };
    const isComplete = typeof deviceId === 'string' && typeof secret === 'string';
    const screen = isComplete ? await screens.authenticate(deviceId, secret).catch(returnUnavailable) : undefined;
    if (screen === AUTHENTICATION_UNAVAILABLE) return closeForRetry(socket);
    if (!screen) return refuse('SCREEN_UNKNOWN');
    if (!screen.isOwned && limits.isFull('unowned', guard.addressKey)) return refuse('TOO_MANY_SOCKETS');
    if (!takeConnect(screen.screenId)) return refuse('TOO_MANY_SOCKETS');
    const userAgent = socket.handshake.headers['user-agent'];
    Object.assign(socket.data, { ...screen, address: guard.address, userAgent } satisfies ScreenSocketData);
    const room = getScreenRoom(screen.screenId);
    // The oldest socket most likely belongs to a page that was closed.
    const [oldest] = namespace.adapter.rooms.get(room) ?? [];
    if (oldest && countSockets(namespace, room) >= MAX_SOCKETS_PER_SCREEN) namespace.sockets.get(oldest)?.disconnect(true);
    await socket.join(room);
    next();
  });
  const updatePresence = createPresenceUpdates(namespace, deps);
  const listeners = createScreenListeners(deps, updatePresence);
  namespace.on('connection', (socket) => {
    const { screenId, isOwned, address, userAgent } = socket.data as ScreenSocketData;
    const guard = guardOf(socket);
    guard.joined();
    const leaveAddress = isOwned ? undefined : limits.enter('unowned', guard.addressKey);
    const isPresent = updatePresence(socket.data as ScreenSocketData);
    const queue = new MessageQueue(QUEUED_MESSAGES, isPresent);
    socket.data = { screenId, isOwned, address, userAgent, guard, queue, leaveAddress } satisfies ConnectedScreen;
    forgetHandshake(socket);
    for (const [event, listener] of listeners) socket.on(event, listener);
    if (!isOwned && !leaveAddress) socket.disconnect(true);
  });
  return {
    announce: (socket) => void updatePresence(socket.data as ScreenSocketData),
    move(count) {
      for (const socket of [...namespace.sockets.values()].slice(0, count)) {
        (socket.data as ConnectedScreen).isMoving = true;
        socket.conn.close();
      }
    },
  };
}

/**
 * Creates the listeners that all sockets of screens share. They process the messages of one socket one after the other, and disconnect a screen that sends
 * more than its budget. The budget outlives a link, so a screen gets no new budget by reconnecting.
 */
function createScreenListeners({ screens, emergency, limits }: ScreenNamespaceDeps, updatePresence: (screen: ScreenSocketData) => unknown) {
  const takeMessage = createTokenBuckets(MESSAGES_OF_A_SCREEN, MAX_SCREENS);
  const screenOf = (socket: Socket) => socket.data as ConnectedScreen;
  const receive = (screen: ConnectedScreen, work: () => Promise<unknown>): void => {
    const { guard, queue } = screen;
    if (!takeMessage(screen.screenId)) return guard.cutOff('too many messages of one screen');
    if (!screen.isOwned && !limits.admitsMessage(guard.addressKey)) return guard.cutOff('too many messages of unowned screens');
    if (!queue.add(work)) guard.cutOff('too many unprocessed messages');
  };
  function onReceipt(this: Socket, payload: unknown): void {
    const screen = screenOf(this);
    receive(screen, () => screens.receipt(screen.screenId, payload));
  }
  function onPainted(this: Socket, payload: unknown): void {
    const screen = screenOf(this);
    receive(screen, async () => emergency?.recordPainted(screen.screenId, payload));
  }
  function onReport(this: Socket, payload: unknown, acknowledge?: unknown): void {
    const screen = screenOf(this);
    receive(screen, async () => {
      const takesChanges = await screens.report(screen, payload);
      if (typeof acknowledge === 'function') acknowledge(takesChanges);
    });
  }
  function onChanges(this: Socket, payload: unknown): void {
    const screen = screenOf(this);
    receive(screen, async () => {
      if (!(await screens.changes(screen, payload))) this.emit('whole');
    });
  }
  function onDisconnect(this: Socket): void {
    const screen = screenOf(this);
    screen.leaveAddress?.();
    screen.guard.left();
    // It connects to another process within seconds and is not shown as offline until then. Only its last process can mark it as offline.
    if (screen.isMoving) setTimeout(() => updatePresence(screen), MOVE_TIMEOUT_MS).unref();
    else updatePresence(screen);
  }
  return Object.entries({ receipt: onReceipt, report: onReport, changes: onChanges, painted: onPainted, disconnect: onDisconnect });
}

/** The handshake (2 kB, with the secret) is not needed after authentication. */
function forgetHandshake(socket: Socket): void {
  Object.assign(socket, { handshake: undefined });
  releaseHandshake(socket.conn);
}

/**
 * Updates a screen's presence, one update at a time. A page that reloads disconnects and connects within moments, and
 * concurrent updates could be applied in the wrong order: each reads the state when it runs.
 */
function createPresenceUpdates(namespace: SocketNamespace, { screens, emergency, serverMove, enter }: ScreenNamespaceDeps) {
  const running = new Map<string, Promise<void>>();
  return ({ screenId, address, userAgent }: ScreenSocketData): Promise<void> => {
    const isConnected = () => countSockets(namespace, getScreenRoom(screenId)) > 0;
    const updatePresence = async () => {
      if (!isConnected()) return screens.disconnected(screenId);
      const [revision, alerts] = await Promise.all([
        screens.connected(screenId, address, userAgent),
        // The screen requests its alerts if it has any.
        emergency?.findState(screenId).catch(() => undefined),
      ]);
      // Not subject to admission, because alerts precede everything else.
      if (alerts) namespace.to(getScreenRoom(screenId)).emit('emergency', alerts);
      const withinMs = serverMove?.getAnnouncement() ?? null;
      if (withinMs !== null) enter(() => namespace.to(getScreenRoom(screenId)).emit('move', { withinMs }));
      // Hundreds of screens may connect at once, so sending is subject to admission.
      if (revision !== undefined) enter(() => namespace.to(getScreenRoom(screenId)).emit('sync', { revision }));
    };
    const update = (running.get(screenId) ?? Promise.resolve()).then(updatePresence).finally(() => {
      if (running.get(screenId) === update) running.delete(screenId);
    });
    running.set(screenId, update);
    return update;
  };
}
