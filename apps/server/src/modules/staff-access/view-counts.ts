import { autocommit, type Database } from '../../platform/database/database.ts';
import type { ViewedKind } from '../access/index.ts';
import { addItems, type ViewedItems } from './staff-views.store.ts';

/** Delay after which all pending counts are stored with one statement. */
const FLUSH_AFTER_MS = 1000;
/** Views whose items this process remembers in order to count each item once. */
const MAX_VIEWS = 200;
/** Beyond this many distinct items of one kind, every opening counts. */
const MAX_REMEMBERED = 20_000;

interface Tally {
  seen: Set<string>;
  /** Counted, but not stored yet. */
  pending: number;
}

/**
 * Counts what staff open while they view an account. Requests never wait for it: at most one statement per second
 * stores the counts. An item counts once in each server process.
 */
export function createViewCounts({ db, onFailure }: { db: Database; onFailure: (error: unknown) => void }) {
  const views = new Map<string, Map<ViewedKind, Tally>>();
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> = Promise.resolve();

  const takePending = (): ViewedItems[] => {
    const pendingItems: ViewedItems[] = [];
    for (const [viewId, kinds] of views)
      for (const [kind, tally] of kinds) {
        if (tally.pending > 0) pendingItems.push({ viewId, kind, count: tally.pending });
        tally.pending = 0;
      }
    for (const viewId of views.keys()) {
      if (views.size <= MAX_VIEWS) break;
      views.delete(viewId);
    }
    return pendingItems;
  };

  const store = async (): Promise<void> => {
    const items = takePending();
    if (items.length === 0) return;
    try {
      await addItems(autocommit(db), items);
    } catch (error) {
      // Keep the counts for the next attempt.
      for (const { viewId, kind, count } of items) tallyOf(viewId, kind as ViewedKind).pending += count;
      onFailure(error);
    }
  };

  const tallyOf = (viewId: string, kind: ViewedKind): Tally => {
    const kinds = views.get(viewId) ?? new Map<ViewedKind, Tally>();
    views.set(viewId, kinds);
    const tally = kinds.get(kind) ?? { seen: new Set<string>(), pending: 0 };
    kinds.set(kind, tally);
    return tally;
  };

  /** Stores everything that was counted so far. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    storing = storing.then(store);
    return storing;
  };

  return {
    flush,
    add(viewId: string, kind: ViewedKind, ids: readonly string[]): void {
      const tally = tallyOf(viewId, kind);
      for (const id of ids) {
        if (tally.seen.has(id)) continue;
        if (tally.seen.size < MAX_REMEMBERED) tally.seen.add(id);
        tally.pending++;
      }
      if (tally.pending === 0 || timer) return;
      timer = setTimeout(() => void flush(), FLUSH_AFTER_MS);
      timer.unref();
    },
    /** Stores the counts of a view that has ended, and forgets its items. */
    async close(viewId: string): Promise<void> {
      await flush();
      views.delete(viewId);
    },
  };
}

export type ViewCounts = ReturnType<typeof createViewCounts>;
