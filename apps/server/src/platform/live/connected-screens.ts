import { createTokenBuckets } from '../limits/token-bucket.ts';
import type { AddressLimits } from './address-limits.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import type { LinkGuard } from './link-guard.ts';
import { MessageQueue } from './message-queue.ts';
import { AUTHENTICATION_UNAVAILABLE, returnUnavailable } from './namespace-access.ts';
import { createPresenceUpdates, type PresenceUpdates } from './presence-updates.ts';
import type { ScreenHandlers } from './screen-handlers.ts';
import { ScreenMessage } from './screen-packets.ts';

/** Maximum number of links of one screen to one process: the current page and pages that are being replaced. */
const MAX_LINKS_PER_SCREEN = 4;
/** Maximum number of waiting messages per link. */
const QUEUED_MESSAGES = 32;
/** Message budget of a screen over all links and reconnects. */
const MESSAGES_OF_A_SCREEN = { burst: 90, perSecond: 5 };
const CONNECTS_OF_A_SCREEN = { burst: 20, perSecond: 0.2 };
const MAX_SCREENS = 50_000;
/** Time in which a moved screen connects again; screens wait for up to 10 s between attempts. */
const MOVE_TIMEOUT_MS = 15_000;

/** A live link of a screen, over any transport. */
export interface ScreenLink {
  readonly guard: LinkGuard;
  send(message: ScreenMessage): void;
  /** Ends the link. The screen asks the API for the reason before it connects again. */
  disconnect(): void;
  /** Ends the link as a failing network would, so that the screen connects again. */
  drop(): void;
}

/** A screen that may connect. */
interface AuthenticatedScreen {
  screenId: string;
  isOwned: boolean;
  /** The browser's User-Agent header. */
  userAgent: string | undefined;
}

export interface ConnectedScreen extends AuthenticatedScreen {
  link: ScreenLink;
  queue: MessageQueue;
  /** Stops counting an unowned screen against its address. */
  leaveAddress: (() => void) | undefined;
  /** It was disconnected so that it connects to another process. */
  isMoving?: boolean;
}

interface ConnectedScreensDeps extends ScreenHandlers {
  enter: AdmissionQueue;
  limits: AddressLimits;
}

/** The connected screens of this process. Passes their messages to the modules that handle them, and messages of the server to their links. */
export class ConnectedScreens {
  readonly #deps: ConnectedScreensDeps;
  /** Links of each screen, the oldest first. */
  readonly #links = new Map<string, readonly ConnectedScreen[]>();
  readonly #presence: PresenceUpdates;
  readonly authenticate: ReturnType<typeof createAuthentication>;
  /** Processes an event of a screen. `acknowledge` is given when the screen waits for an answer. */
  readonly receive: ReturnType<typeof createReceiver>;

  constructor(deps: ConnectedScreensDeps) {
    this.#deps = deps;
    this.#presence = createPresenceUpdates(deps, this);
    this.authenticate = createAuthentication(deps);
    this.receive = createReceiver(deps);
  }

  count(): number {
    return [...this.#links.values()].reduce((total, links) => total + links.length, 0);
  }

  isConnected(screenId: string): boolean {
    return this.#links.has(screenId);
  }

  send(screenIds: readonly string[], message: ScreenMessage): void {
    for (const screenId of screenIds) for (const { link } of this.#linksOf(screenId)) link.send(message);
  }

  /** Adds the link of an authenticated screen. */
  add(link: ScreenLink, { screenId, isOwned, userAgent }: AuthenticatedScreen): ConnectedScreen {
    const [oldest, ...others] = this.#linksOf(screenId);
    // The oldest link most likely belongs to a page that was closed.
    if (oldest && others.length + 1 >= MAX_LINKS_PER_SCREEN) this.#disconnect(oldest);
    link.guard.joined();
    const leaveAddress = isOwned ? undefined : this.#deps.limits.enter('unowned', link.guard.addressKey);
    const screen: ConnectedScreen = { screenId, isOwned, userAgent, link, leaveAddress, queue: new MessageQueue(QUEUED_MESSAGES) };
    this.#links.set(screenId, [...this.#linksOf(screenId), screen]);
    screen.queue.waitFor(this.#presence.update(screen));
    if (!isOwned && !leaveAddress) this.#disconnect(screen);
    return screen;
  }

  /** Removes a link that has ended, or is about to. */
  remove(screen: ConnectedScreen): void {
    const links = this.#linksOf(screen.screenId);
    const remaining = links.filter((each) => each !== screen);
    if (remaining.length === links.length) return;
    if (remaining.length > 0) this.#links.set(screen.screenId, remaining);
    else this.#links.delete(screen.screenId);
    screen.leaveAddress?.();
    screen.link.guard.left();
    // It connects to another process within seconds and is not shown as offline until then. Only its last process can mark it as offline.
    if (screen.isMoving) setTimeout(() => this.#presence.update(screen), MOVE_TIMEOUT_MS).unref();
    else void this.#presence.update(screen);
  }

  disconnect(screenId: string): void {
    for (const screen of this.#linksOf(screenId)) this.#disconnect(screen);
  }

  /** Records every connected screen again, and sends it its newest revision. */
  announce(): void {
    for (const [screen] of this.#links.values()) if (screen) this.#deps.enter(() => this.#presence.update(screen));
  }

  /** Disconnects the screens that have been connected for longest, which connect again through the proxy. */
  move(count: number): void {
    for (const links of [...this.#links.values()].slice(0, count))
      for (const screen of links) {
        screen.isMoving = true;
        this.remove(screen);
        screen.link.drop();
      }
  }

  /** Ends background work. The links are closed by their transports. */
  stop(): void {
    this.#presence.stop();
  }

  #linksOf(screenId: string): readonly ConnectedScreen[] {
    return this.#links.get(screenId) ?? [];
  }

  #disconnect(screen: ConnectedScreen): void {
    this.remove(screen);
    screen.link.disconnect();
  }
}

/** Creates the function that returns the screen with the given credentials, or the code of the refusal. */
function createAuthentication({ screens, limits }: ConnectedScreensDeps) {
  const takeConnect = createTokenBuckets(CONNECTS_OF_A_SCREEN, MAX_SCREENS);
  return async (
    { deviceId, secret }: { deviceId?: unknown; secret?: unknown },
    { guard, userAgent }: { guard: LinkGuard; userAgent: string | undefined },
  ): Promise<AuthenticatedScreen | string | typeof AUTHENTICATION_UNAVAILABLE> => {
    const isComplete = typeof deviceId === 'string' && typeof secret === 'string';
    const screen = isComplete ? await screens.authenticate(deviceId, secret).catch(returnUnavailable) : undefined;
    if (screen === AUTHENTICATION_UNAVAILABLE) return screen;
    if (!screen) return 'SCREEN_UNKNOWN';
    if (!screen.isOwned && limits.isFull('unowned', guard.addressKey)) return 'TOO_MANY_SOCKETS';
    if (!takeConnect(screen.screenId)) return 'TOO_MANY_SOCKETS';
    return { ...screen, userAgent };
  };
}

/**
 * Creates the function that processes the messages of screens: those of one link one after the other. It disconnects a screen that sends more than its
 * budget. The budget outlives a link, so a screen gets no new budget by reconnecting.
 */
function createReceiver({ screens, emergency, limits }: ConnectedScreensDeps) {
  const takeMessage = createTokenBuckets(MESSAGES_OF_A_SCREEN, MAX_SCREENS);
  const handlers: Record<
    string,
    (screen: ConnectedScreen, payload: unknown, acknowledge?: (response: unknown) => void) => Promise<unknown> | undefined
  > = {
    receipt: ({ screenId }, payload) => screens.receipt(screenId, payload),
    painted: ({ screenId }, payload) => emergency?.recordPainted(screenId, payload),
    report: async (screen, payload, acknowledge) => {
      const takesChanges = await screens.report(screen, payload);
      acknowledge?.(takesChanges);
    },
    changes: async (screen, payload) => {
      if (!(await screens.changes(screen, payload))) screen.link.send(new ScreenMessage('whole'));
    },
  };
  return (screen: ConnectedScreen, event: string, payload: unknown, acknowledge?: (response: unknown) => void): void => {
    const work = Object.hasOwn(handlers, event) ? handlers[event] : undefined;
    // An event of a later version.
    if (!work) return;
    const { guard } = screen.link;
    if (!takeMessage(screen.screenId)) guard.cutOff('too many messages of one screen');
    else if (!screen.isOwned && !limits.admitsMessage(guard.addressKey)) guard.cutOff('too many messages of unowned screens');
    else if (!screen.queue.add(async () => work(screen, payload, acknowledge))) guard.cutOff('too many unprocessed messages');
  };
}
