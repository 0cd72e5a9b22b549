/**
 * Tracks whether the server responds. API calls and lost live links report here. While the server is away it is polled, so that notices disappear
 * automatically.
 */
export interface Reachability {
  /** A call got no answer from the server. */
  lost(): void;
  /** A call got one. */
  answered(): void;
  /** The live link broke, which has other causes too: ask. */
  suspected(): void;
  isAway(): boolean;
  subscribe(listener: () => void): () => void;
}

interface ReachabilityParts {
  /** Whether the server answers now. */
  ask: () => Promise<boolean>;
  /** Delay before the next poll. */
  wait: () => Promise<void>;
}

export function createReachability({ ask, wait }: ReachabilityParts): Reachability {
  let isAway = false;
  let isAsking = false;
  const listeners = new Set<() => void>();
  const become = (next: boolean) => {
    if (isAway === next) return;
    isAway = next;
    for (const listener of listeners) listener();
    if (isAway) void askUntilBack();
  };
  const askUntilBack = async () => {
    if (isAsking) return;
    isAsking = true;
    // Stop polling without listeners.
    while (isAway && listeners.size > 0) {
      await wait();
      if (isAway && (await ask())) become(false);
    }
    isAsking = false;
  };
  return {
    lost: () => become(true),
    answered: () => become(false),
    suspected: () => void ask().then((answers) => become(!answers)),
    isAway: () => isAway,
    subscribe(listener) {
      listeners.add(listener);
      if (isAway) void askUntilBack();
      return () => listeners.delete(listener);
    },
  };
}

const RETRY_MS = 2000;
/** Spread, so that thousands of pages do not ask a server that has just started at once. */
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
  ask: pingServer,
  wait: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS + Math.random() * RETRY_SPREAD_MS)),
});
