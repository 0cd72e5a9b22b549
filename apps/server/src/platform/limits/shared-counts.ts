import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { maxEntries } from '../lru-options.ts';
import { incrementRequestCount } from './request-counts.store.ts';

/** Part of a key's limit that a process takes with its first statement in a window. */
const FIRST_SHARE = 1 / 200;
/** Each further statement takes twice as much, up to this part. */
const MAX_SHARE = 1 / 10;
/** Recently used keys; a forgotten key takes another share. */
const MAX_KEYS = 20_000;

interface LocalShare {
  /** Requests that the last query took. */
  size: number;
  /** Requests that this process may allow without a query. */
  remaining: number;
  /** Total of all processes, as of the last query. */
  taken: number;
  /** End of the window, by `performance.now()`. */
  endsAt: number;
  /** One query at a time, whose result concurrent callers share. */
  pending: Promise<void> | undefined;
}

export interface Counted {
  /** Above the limit where none is left. */
  count: number;
  leftMs: number;
}

/**
 * Counts requests over all processes. Each process takes shares of a key's limit from the database and allows requests from them. Together they never exceed
 * the limit. A share grows with the requests of the process, so that many processes with few requests each, and processes that restart, leave most of the
 * limit to the others. While the database is away, each process counts on its own.
 */
export function createSharedRequestCounter({ db, onAway: onUnavailable }: { db: Database; onAway: (error: unknown) => void }) {
  const held = new LRUCache<string, LocalShare>(maxEntries(MAX_KEYS));

  const acquireShare = async (key: string, known: LocalShare, limit: number, windowMs: number) => {
    const isFirst = performance.now() >= known.endsAt;
    const wanted = isFirst ? limit * FIRST_SHARE : Math.min(known.size * 2, limit * MAX_SHARE);
    const share = Math.max(1, Math.floor(wanted));
    known.size = share;
    try {
      const { count, remainingMs } = await incrementRequestCount(db, key, share, windowMs);
      known.taken = count;
      known.remaining = Math.max(0, Math.min(share, limit - (count - share)));
      known.endsAt = performance.now() + remainingMs;
    } catch (error) {
      onUnavailable(error);
      known.taken = isFirst ? share : known.taken + share;
      known.remaining = Math.max(0, Math.min(share, limit - (known.taken - share)));
      if (isFirst) known.endsAt = performance.now() + windowMs;
    }
  };
  const isExhausted = (known: LocalShare, limit: number) =>
    known.remaining === 0 && known.taken >= limit && performance.now() < known.endsAt;

  return {
    /** `name` of what is counted, for whom. */
    async count(name: string, limit: number, windowMs: number): Promise<Counted> {
      const key = hash('sha256', name, 'base64url');
      const known = held.get(key) ?? { size: 0, remaining: 0, taken: 0, endsAt: 0, pending: undefined };
      held.set(key, known);
      while (!isExhausted(known, limit) && (known.remaining === 0 || performance.now() >= known.endsAt)) {
        known.pending ??= acquireShare(key, known, limit, windowMs).finally(() => (known.pending = undefined));
        await known.pending;
      }
      const leftMs = Math.max(0, known.endsAt - performance.now());
      if (known.remaining === 0) return { count: limit + 1, leftMs };
      known.remaining--;
      return { count: Math.max(1, Math.min(limit, known.taken) - known.remaining), leftMs };
    },
  };
}

export type SharedRequestCounter = ReturnType<typeof createSharedRequestCounter>;
