import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { incrementRequestCount } from './request-counts.store.ts';

/** So many requests of one key cost one statement: a tenth of what it may have. */
const SHARE_COUNT = 10;
/** Of keys that asked lately; whoever is forgotten takes another share. */
const MAX_KEYS = 20_000;

interface LocalShare {
  /** What this process may still let through without asking. */
  remaining: number;
  /** What all have taken, as it was last told. */
  taken: number;
  /** By `performance.now()`. */
  endsAt: number;
  /** One question at a time: whoever comes meanwhile waits for the same answer. */
  pending: Promise<void> | undefined;
}

export interface Counted {
  /** Above the limit where none is left. */
  count: number;
  leftMs: number;
}

/**
 * Counts requests for all processes together. Each takes its share of what a key may have from the database, a tenth at a time, and gives that out by itself:
 * together they never let more through, and at most a tenth for each process is not given out at all. Where the database is away each counts for itself.
 */
export function createSharedRequestCounter({ db, onAway: onUnavailable }: { db: Database; onAway: (error: unknown) => void }) {
  const held = new LRUCache<string, LocalShare>({ max: MAX_KEYS });

  const acquireShare = async (key: string, known: LocalShare, limit: number, windowMs: number) => {
    const share = Math.max(1, Math.floor(limit / SHARE_COUNT));
    try {
      const { count, remainingMs: leftMs } = await incrementRequestCount(db, key, share, windowMs);
      known.taken = count;
      known.remaining = Math.max(0, Math.min(share, limit - (count - share)));
      known.endsAt = performance.now() + leftMs;
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
