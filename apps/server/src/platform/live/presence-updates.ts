import type { AdmissionQueue } from './admission-queue.ts';
import type { ScreenHandlers } from './screen-handlers.ts';
import { ScreenMessage } from './screen-packets.ts';

/** A link of a screen whose presence is recorded. */
interface PresentScreen {
  screenId: string;
  /** The browser's User-Agent header. */
  userAgent: string | undefined;
  link: { guard: { address: string } };
}

interface PresenceDeps extends ScreenHandlers {
  enter: AdmissionQueue;
}

/** The links of this process. */
interface Links {
  isConnected(screenId: string): boolean;
  send(screenIds: readonly string[], message: ScreenMessage): void;
}

export interface PresenceUpdates {
  /** Records whether a screen is connected. Sends a connected one its newest revision and its alerts. */
  update(screen: PresentScreen): Promise<void>;
  /** Ends the repetition of failed updates. */
  stop(): void;
}

/** Time until an update is repeated that could not be recorded. */
const RETRY_MS = 5000;

/**
 * Updates a screen's presence, one update at a time. Each reads the connection when it runs. A page that reloads disconnects and connects within moments, and
 * concurrent updates could be applied in the wrong order. An update that fails is repeated: a screen that disconnected while the database was unavailable would
 * otherwise be shown as online until it connects again.
 */
export function createPresenceUpdates({ screens, emergency, serverMove, enter }: PresenceDeps, links: Links): PresenceUpdates {
  const running = new Map<string, Promise<void>>();
  const failed = new Map<string, PresentScreen>();
  let retryTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const retry = () => {
    retryTimer = undefined;
    const waiting = [...failed.values()];
    failed.clear();
    for (const screen of waiting) enter(() => void update(screen));
  };
  const retryLater = (screen: PresentScreen) => {
    if (isStopped) return;
    failed.set(screen.screenId, screen);
    retryTimer ??= setTimeout(retry, RETRY_MS).unref();
  };

  const recordConnected = async (screen: PresentScreen): Promise<void> => {
    const { screenId, link, userAgent } = screen;
    const [revision, alerts] = await Promise.all([
      screens.connected(screenId, link.guard.address, userAgent),
      // The screen requests its alerts if it has any.
      emergency?.findState(screenId).catch(() => undefined),
    ]);
    // Not subject to admission, because alerts precede everything else.
    if (alerts) links.send([screenId], new ScreenMessage('emergency', alerts));
    const withinMs = serverMove?.getAnnouncement() ?? null;
    if (withinMs !== null) enter(() => links.send([screenId], new ScreenMessage('move', { withinMs })));
    // Hundreds of screens may connect at once, so sending is subject to admission.
    if (revision !== undefined) enter(() => links.send([screenId], new ScreenMessage('sync', { revision })));
    else retryLater(screen);
  };

  const update = (screen: PresentScreen): Promise<void> => {
    const { screenId } = screen;
    const updatePresence = async () => {
      if (links.isConnected(screenId)) await recordConnected(screen);
      else if (!(await screens.disconnected(screenId))) retryLater(screen);
    };
    const next = (running.get(screenId) ?? Promise.resolve()).then(updatePresence).finally(() => {
      if (running.get(screenId) === next) running.delete(screenId);
    });
    running.set(screenId, next);
    return next;
  };
  return {
    update,
    stop() {
      isStopped = true;
      clearTimeout(retryTimer);
    },
  };
}
