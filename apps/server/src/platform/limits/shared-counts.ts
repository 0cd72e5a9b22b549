import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { takeRequests } from './request-counts.store.ts';

/** So many requests of one key cost one statement: a tenth of what it may have. */
const SHARES = 10;
/** Of keys that asked lately; whoever is forgotten takes another share. */
const MOST_KEYS = 20_000;

interface Held {
  /** What this process may still let through without asking. */
  left: number;
  /** What all have taken, as it was last told. */
  taken: number;
  /** By `performance.now()`. */
  endsAt: number;
  /** One question at a time: whoever comes meanwhile waits for the same answer. */
  asking: Promise<void> | undefined;
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
export function createSharedCounts({ db, onAway }: { db: Database; onAway: (error: unknown) => void }) {
  const held = new LRUCache<string, Held>({ max: MOST_KEYS });

  const takeShare = async (key: string, known: Held, limit: number, windowMs: number) => {
    const share = Math.max(1, Math.floor(limit / SHARES));
    try {
      const { count, leftMs } = await takeRequests(db, key, share, windowMs);
      known.taken = count;
      known.left = Math.max(0, Math.min(share, limit - (count - share)));
      known.endsAt = performance.now() + leftMs;
    } catch (error) {
      onAway(error);
      const isOver = performance.now() >= known.endsAt;
      known.taken = isOver ? share : known.taken + share;
      known.left = Math.max(0, Math.min(share, limit - (known.taken - share)));
      if (isOver) known.endsAt = performance.now() + windowMs;
    }
  };
  const isSpent = (known: Held, limit: number) => known.left === 0 && known.taken >= limit && performance.now() < known.endsAt;

  return {
    /** `name` of what is counted, for whom. */
    async count(name: string, limit: number, windowMs: number): Promise<Counted> {
      const key = hash('sha256', name, 'base64url');
      const known = held.get(key) ?? { left: 0, taken: 0, endsAt: 0, asking: undefined };
      held.set(key, known);
      while (!isSpent(known, limit) && (known.left === 0 || performance.now() >= known.endsAt)) {
        known.asking ??= takeShare(key, known, limit, windowMs).finally(() => (known.asking = undefined));
        await known.asking;
      }
      const leftMs = Math.max(0, known.endsAt - performance.now());
      if (known.left === 0) return { count: limit + 1, leftMs };
      known.left--;
      return { count: Math.max(1, Math.min(limit, known.taken) - known.left), leftMs };
    },
  };
}

export type SharedCounts = ReturnType<typeof createSharedCounts>;
