import { PLAY_DAYS_MAX } from '@vitrine/contract';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { maxEntries } from '../../platform/lru-options.ts';
import { deleteLatePlays } from '../plays/index.ts';
import { type DueSum, deleteOldSums, forgetSums, listDueSums, lockSum, replaceSums } from './play-sums.store.ts';

const DAYS_AT_ONCE = 200;
const LATE_AT_ONCE = 2000;
/** Time after which a run ends. The next one continues. */
const RUN_MS = 120_000;
/** Time until a failed sum is computed again. It may have taken too long. */
const RETRY_MS = 6 * 3_600_000;

const getKey = ({ scopeId, day }: DueSum): string => `${scopeId} ${day}`;

/** Sums the plays of accounts, families and tags with many screens, day by day. */
export function createPlaySumsService({ db, clock, log }: { db: Database; clock: Clock; log: Logger }) {
  const failed = new LRUCache<string, true>({ ...maxEntries(1000), ttl: RETRY_MS });

  /** Marks days whose plays arrived late as not summed, and deletes these plays in the same transaction, so that a crash loses none. Returns their number. */
  const forgetLateDays = () =>
    db.transaction().execute(async (tx) => {
      const late = await deleteLatePlays(tx, LATE_AT_ONCE);
      if (late.length > 0) await forgetSums(tx, late);
      return late.length;
    });

  /** Returns whether the day was summed. */
  const sum = async (due: DueSum): Promise<boolean> => {
    // The time is read before the plays, so that the next run sums plays that arrive during this one.
    const at = clock.now();
    try {
      return await db.transaction().execute(async (tx) => {
        if (!(await lockSum(tx, due))) return false;
        await replaceSums(tx, due, at);
        return true;
      });
    } catch (error) {
      // One account with too many plays must not keep others from being summed.
      failed.set(getKey(due), true);
      log.warn({ err: error, ...due }, 'could not sum the plays of a day');
      return false;
    }
  };

  /** Sums some days. Returns whether there may be more. */
  const sumSome = async (endsAt: number): Promise<boolean> => {
    const due = await listDueSums(db, { days: PLAY_DAYS_MAX, limit: DAYS_AT_ONCE });
    let summed = 0;
    for (const one of due) {
      if (performance.now() > endsAt) return false;
      if (!failed.has(getKey(one)) && (await sum(one))) summed++;
    }
    return summed > 0 && due.length === DAYS_AT_ONCE;
  };

  return {
    async update(): Promise<void> {
      const endsAt = performance.now() + RUN_MS;
      while ((await forgetLateDays()) === LATE_AT_ONCE);
      while (await sumSome(endsAt));
    },

    deleteOld: () => db.transaction().execute((tx) => deleteOldSums(tx, PLAY_DAYS_MAX)),
  };
}
