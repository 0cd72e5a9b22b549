import { LRUCache } from 'lru-cache';
import type { Socket, Namespace as SocketNamespace } from 'socket.io';
import { entriesUpTo } from '../bounds.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import type { AddressLimits } from './address-limits.ts';
import type { LinkGuard } from './link-guard.ts';
import { screenRoom } from './live.ts';
import { createMessageQueue } from './message-queue.ts';
import { closeForNow, type GuardOf, socketsIn, UNKNOWN, unknownOnError } from './namespace-access.ts';
import type { Turnstile } from './turnstile.ts';

/** One connection of a screen: the same object for as long as it lasts. */
export interface ScreenLink {
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
  report(link: ScreenLink, payload: unknown): Promise<boolean>;
  /** Returns false when the report that is changed is not known. */
  changes(link: ScreenLink, payload: unknown): Promise<boolean>;
  /** Records the outcome of a device command. */
  receipt(screenId: string, payload: unknown): Promise<void>;
  /** A device command was sent to the screen, so receipts of it are expected. */
  commanded(screenId: string, payload: unknown): void;
}

/** Pages of one screen on one process: the current one, and those that are being replaced. */
const SOCKETS_OF_A_SCREEN = 4;
/** Messages of one socket that wait while another is processed. */
const QUEUED_MESSAGES = 32;
/** All messages of a screen, over all of its links and over reconnects. */
const MESSAGES_OF_A_SCREEN = { burst: 90, perSecond: 5 };
const CONNECTS_OF_A_SCREEN = { burst: 20, perSecond: 0.2 };
/** A screen that was not seen for longer starts with full allowances. */
const MOST_SCREENS = 50_000;

interface ScreenSocketData {
  screenId: string;
  isOwned: boolean;
  address: string;
  /** The browser's User-Agent header. */
  userAgent: string | undefined;
}

interface ScreenNamespaceDeps {
  screens: ScreenSockets;
  enter: Turnstile;
  guardOf: GuardOf;
  limits: AddressLimits;
}

/** Serves the namespace of screens. Returns a function that updates the presence of a connected screen and sends it its newest revision. */
export function serveScreens(namespace: SocketNamespace, deps: ScreenNamespaceDeps): (socket: Socket) => void {
  const { screens, enter, guardOf, limits } = deps;
  const budgets = createScreenBudgets();
  namespace.use(async (socket, next) => {
    const guard = guardOf(socket);
    const refuse = (reason: string) => {
      guard.refused();
      next(new Error(reason));
    };
    const { deviceId, secret } = socket.handshake.auth as { deviceId?: unknown; secret?: unknown };
    const isComplete = typeof deviceId === 'string' && typeof secret === 'string';
    const screen = isComplete ? await screens.authenticate(deviceId, secret).catch(unknownOnError) : undefined;
    if (screen === UNKNOWN) return closeForNow(socket);
    if (!screen) return refuse('SCREEN_UNKNOWN');
    if (!screen.isOwned && limits.isFull('unowned', guard.addressKey)) return refuse('TOO_MANY_SOCKETS');
    if (!budgets.of(screen.screenId).connects.take()) return refuse('TOO_MANY_SOCKETS');
    const userAgent = socket.handshake.headers['user-agent'];
    Object.assign(socket.data, { ...screen, address: guard.address, userAgent } satisfies ScreenSocketData);
    const room = screenRoom(screen.screenId);
    // The oldest socket most likely belongs to a page that was closed.
    const [oldest] = namespace.adapter.rooms.get(room) ?? [];
    if (oldest && socketsIn(namespace, room) >= SOCKETS_OF_A_SCREEN) namespace.sockets.get(oldest)?.disconnect(true);
    await socket.join(room);
    next();
  });
  const updatePresence = createPresenceUpdates(namespace, screens, enter);
  namespace.on('connection', (socket) => {
    const link = socket.data as ScreenSocketData;
    const guard = guardOf(socket);
    const leaveAddress = link.isOwned ? undefined : limits.enter('unowned', guard.addressKey);
    guard.joined();
    const isPresent = updatePresence(link);
    forgetHandshake(socket);
    receiveMessages(socket, { ...deps, guard, isPresent, messages: budgets.of(link.screenId).messages });
    socket.on('disconnect', () => {
      leaveAddress?.();
      guard.left();
      void updatePresence(link);
    });
    if (!link.isOwned && !leaveAddress) socket.disconnect(true);
  });
  return (socket) => void updatePresence(socket.data as ScreenSocketData);
}

interface ReceiverDeps extends Pick<ScreenNamespaceDeps, 'screens' | 'limits'> {
  guard: LinkGuard;
  isPresent: Promise<void>;
  messages: TokenBucket;
}

/** Processes the messages of one socket one after the other, and disconnects a screen that sends more than its budget. */
function receiveMessages(socket: Socket, { screens, limits, guard, isPresent, messages }: ReceiverDeps): void {
  const link = socket.data as ScreenSocketData;
  const enqueue = createMessageQueue(QUEUED_MESSAGES, isPresent);
  const receive = (work: () => Promise<unknown>) => {
    if (!messages.take()) return guard.cutOff('too many messages of one screen');
    if (!link.isOwned && !limits.admitsMessage(guard.addressKey)) return guard.cutOff('too many messages of unowned screens');
    if (!enqueue(work)) guard.cutOff('too many unprocessed messages');
  };
  socket.on('receipt', (payload: unknown) => receive(() => screens.receipt(link.screenId, payload)));
  socket.on('report', (payload: unknown, acknowledge?: unknown) =>
    receive(async () => {
      const takesChanges = await screens.report(link, payload);
      if (typeof acknowledge === 'function') acknowledge(takesChanges);
    }),
  );
  socket.on('changes', (payload: unknown) =>
    receive(async () => {
      if (!(await screens.changes(link, payload))) socket.emit('whole');
    }),
  );
}

/** Allowances by screen. They outlive a link, so that a screen gains nothing by connecting again. */
function createScreenBudgets() {
  const known = new LRUCache<string, { messages: TokenBucket; connects: TokenBucket }>(entriesUpTo(MOST_SCREENS));
  return {
    of(screenId: string) {
      const budget = known.get(screenId) ?? {
        messages: new TokenBucket(MESSAGES_OF_A_SCREEN),
        connects: new TokenBucket(CONNECTS_OF_A_SCREEN),
      };
      known.set(screenId, budget);
      return budget;
    },
  };
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
  const running = new Map<string, Promise<void>>();
  return ({ screenId, address, userAgent }: ScreenSocketData): Promise<void> => {
    const isHere = () => socketsIn(namespace, screenRoom(screenId)) > 0;
    const updatePresence = async () => {
      if (!isHere()) return screens.disconnected(screenId);
      const revision = await screens.connected(screenId, address, userAgent);
      // Hundreds of screens connect at once.
      if (revision !== undefined) enter(() => namespace.to(screenRoom(screenId)).emit('sync', { revision }));
    };
    const update = (running.get(screenId) ?? Promise.resolve()).then(updatePresence).finally(() => {
      if (running.get(screenId) === update) running.delete(screenId);
    });
    running.set(screenId, update);
    return update;
  };
}
