import { LRUCache } from 'lru-cache';
import { createLimiterPerKey } from './concurrency-limiter.ts';
import { createEventLoopLoad } from './event-loop-load.ts';
import { takeTokens } from './limits/token-bucket.ts';
import { maxEntries } from './lru-options.ts';

/** Calls of one account that run at the same time. Connections to the database are few, and shared by all accounts. */
const LANES = 4;
/** Calls that run at the same time once an account has used its burst while other accounts are active: two, so that a slow call does not block all others. */
const SUSTAINED_LANES = 2;
/** The same on an event loop that is busy. */
const BUSY_LANES = 1;
/** Calls that an account may start with all lanes, as a page with many parts or a selection of photos does. A longer call counts once per `CALL_MS`. */
const BURST = { burst: 40, perSecond: 30 };
const CALL_MS = 25;
/** Other accounts count as active for this long after a call, in milliseconds. */
const ACTIVE_MS = 1000;
/** Longest rest of a lane after a call, in milliseconds. */
const MAX_REST_MS = 100;
/** Load of the event loop, from 0 to 1, above which other clients notice each call. */
const BUSY_LOAD = 0.5;
/** Calls of one account that wait. Its rate limit refuses most of what comes beyond. */
const WAITING = 1000;
const MAX_ACCOUNTS = 50_000;

export interface AccountLanes {
  /** Runs a call of this account after at most a few others of the same account. TOO_MANY_REQUESTS when too many wait. */
  run<T>(account: string, work: () => Promise<T>): Promise<T>;
  /** Records that this account is active, so that the bursts of others yield to it. */
  recordActivity(account: string): void;
}

interface AccountLanesOptions {
  /** Milliseconds. */
  now?: () => number;
  /** Load of the event loop, from 0 to 1. */
  getLoad?: () => number;
}

/**
 * Limits how many calls of each account run at the same time. A short burst uses all lanes. A longer one continues with half of them while other accounts are
 * active: all calls share one event loop and the database's processors, so each lane in use delays the calls of everyone else. On a busy event loop, one
 * lane is left, which also rests for as long as each call took.
 */
export function createAccountLanes({
  now = () => performance.now(),
  getLoad = createEventLoopLoad(),
}: AccountLanesOptions = {}): AccountLanes {
  /** Times at which the accounts' bursts are available again. */
  const bursts = new LRUCache<string, number>(maxEntries(MAX_ACCOUNTS));
  const activity = createActivity(now);

  const takeFromBurst = (account: string) => takeTokens(bursts.get(account) ?? 0, BURST, 1, now());
  const isSustained = (account: string) => takeFromBurst(account) === undefined && activity.isAnotherActive(account);
  const isBusy = () => getLoad() > BUSY_LOAD;
  const countLanes = (account: string) => (isSustained(account) ? (isBusy() ? BUSY_LANES : SUSTAINED_LANES) : LANES);
  const start = async <T>(account: string, work: () => Promise<T>): Promise<T> => {
    const fullAt = takeFromBurst(account);
    if (fullAt !== undefined) bursts.set(account, fullAt);
    const startedAt = now();
    try {
      return await work();
    } finally {
      const moreCalls = Math.floor((now() - startedAt) / CALL_MS);
      if (moreCalls > 0) bursts.set(account, spendBurst(bursts.get(account) ?? 0, moreCalls, now()));
    }
  };

  const runLimited = createLimiterPerKey((account) => ({
    lanes: () => countLanes(account),
    waiting: WAITING,
    getRestMs: (tookMs) => (isSustained(account) && isBusy() ? Math.min(tookMs, MAX_REST_MS) : 0),
    now,
  }));

  return {
    recordActivity: activity.record,
    run(account, work) {
      activity.record(account);
      return runLimited(account, () => start(account, work));
    },
  };
}

/** Returns when the burst is available again after these calls, at most as late as after an empty one. */
const spendBurst = (fullAt: number, calls: number, now: number): number =>
  Math.min(Math.max(fullAt, now) + (calls * 1000) / BURST.perSecond, now + (BURST.burst * 1000) / BURST.perSecond);

/** Reports whether accounts other than a given one are active, from the last call of the newest account and of the one before it. */
function createActivity(now: () => number) {
  let newest = { account: '', at: Number.NEGATIVE_INFINITY };
  let previous = newest;
  return {
    record(account: string): void {
      if (account !== newest.account) previous = newest;
      newest = { account, at: now() };
    },
    isAnotherActive(account: string): boolean {
      const other = newest.account === account ? previous : newest;
      return now() - other.at < ACTIVE_MS;
    },
  };
}
