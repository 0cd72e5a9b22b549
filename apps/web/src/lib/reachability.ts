/**
 * Tracks whether the server responds. API calls and lost live links report here. While the server is away it is polled, so that notices disappear
 * automatically.
 */
export interface Reachability {
  /** Reports that a request received no response. */
  lost(): void;
  /** Reports that a request received a response. */
  answered(): void;
  /** Reports a broken live link. The server is pinged, because links break for other reasons too. */
  suspected(): void;
  isAway(): boolean;
  subscribe(listener: () => void): () => void;
}

interface ReachabilityParts {
  /** Returns true when the server responds. */
  ping: () => Promise<boolean>;
  /** Delay before the next poll. */
  wait: () => Promise<void>;
}

export function createReachability({ ping, wait }: ReachabilityParts): Reachability {
  let isAway = false;
  let isPolling = false;
  const listeners = new Set<() => void>();
  const setAway = (next: boolean) => {
    if (isAway === next) return;
    isAway = next;
    for (const listener of listeners) listener();
    if (isAway) void pollUntilBack();
  };
  const pollUntilBack = async () => {
    if (isPolling) return;
    isPolling = true;
    // Stop polling without listeners.
    while (isAway && listeners.size > 0) {
      await wait();
      if (isAway && (await ping())) setAway(false);
    }
    isPolling = false;
  };
  return {
    lost: () => setAway(true),
    answered: () => setAway(false),
    suspected: () => void ping().then((isUp) => setAway(!isUp)),
    isAway: () => isAway,
    subscribe(listener) {
      listeners.add(listener);
      if (isAway) void pollUntilBack();
      return () => listeners.delete(listener);
    },
  };
}

const RETRY_MS = 2000;
/** Random addition to the delay, so that thousands of pages do not ping a restarted server at the same time. */
const RETRY_SPREAD_MS = 2000;
const PING_TIMEOUT_MS = 5000;

async function pingServer(): Promise<boolean> {
  try {
    // A proxy in front of the server may answer with an error.
    return (await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(PING_TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}

export const serverReachability = createReachability({
  ping: pingServer,
  wait: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS + Math.random() * RETRY_SPREAD_MS)),
});
