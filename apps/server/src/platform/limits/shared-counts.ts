import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { incrementRequestCount } from './request-counts.store.ts';

/** A statement takes a tenth of a key's limit at a time. */
const SHARE_COUNT = 10;
/** Recently used keys; a forgotten key takes another share. */
const MAX_KEYS = 20_000;

interface LocalShare {
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
 * Counts requests over all processes. Each process takes its share of a key's limit from the database, a tenth at a time, and allows requests from it.
 * Together they never exceed the limit, and at most a tenth for each process stays unused. While the database is away, each process counts on its own.
 */
export function createSharedRequestCounter({ db, onAway: onUnavailable }: { db: Database; onAway: (error: unknown) => void }) {
  const held = new LRUCache<string, LocalShare>({ max: MAX_KEYS });

  const acquireShare = async (key: string, known: LocalShare, limit: number, windowMs: number) => {
    const share = Math.max(1, Math.floor(limit / SHARE_COUNT));
    try {
      const { count, remainingMs } = await incrementRequestCount(db, key, share, windowMs);
      known.taken = count;
      known.remaining = Math.max(0, Math.min(share, limit - (count - share)));
      known.endsAt = performance.now() + remainingMs;
    } catch (error) {
      onUnavailable(error);
      const isOver = performance.now() >= known.endsAt;
      known.taken = isOver ? share : known.taken + share;
      known.remaining = Math.max(0, Math.min(share, limit - (known.taken - share)));
      if (isOver) known.endsAt = performance.now() + windowMs;
    }
  };
  const isExhausted = (known: LocalShare, limit: number) =>
    known.remaining === 0 && known.taken >= limit && performance.now() < known.endsAt;

  return {
    /** `name` of what is counted, for whom. */
    async count(name: string, limit: number, windowMs: number): Promise<Counted> {
      const key = hash('sha256', name, 'base64url');
      const known = held.get(key) ?? { remaining: 0, taken: 0, endsAt: 0, pending: undefined };
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
