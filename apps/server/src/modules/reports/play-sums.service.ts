import { PLAY_DAYS_MAX } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { deleteLatePlays } from '../plays/index.ts';
import { deleteOldSums, forgetSums, listDueSums, lockSum, replaceSums } from './play-sums.store.ts';

const DAYS_AT_ONCE = 200;
const LATE_AT_ONCE = 2000;
/** Time after which a run ends. The next one continues. */
const RUN_MS = 120_000;

/** Sums the plays of accounts, families and tags with many screens, day by day. */
export function createPlaySumsService({ db, clock }: { db: Database; clock: Clock }) {
  /** Days whose plays arrived late are summed again. Both are one transaction, so that a crash loses none. */
  const forgetLateDays = () =>
    db.transaction().execute(async (tx) => {
      const late = await deleteLatePlays(tx, LATE_AT_ONCE);
      if (late.length > 0) await forgetSums(tx, late);
      return late.length;
    });

  return {
    async update(): Promise<void> {
      const startedAt = performance.now();
      while ((await forgetLateDays()) === LATE_AT_ONCE);
      let due = await listDueSums(db, { days: PLAY_DAYS_MAX, limit: DAYS_AT_ONCE });
      while (due.length > 0) {
        for (const sum of due) {
          if (performance.now() - startedAt > RUN_MS) return;
          // Taken before the plays are read, so that the next run sums plays that arrive during this one.
          const at = clock.now();
          await db.transaction().execute(async (tx) => {
            if (await lockSum(tx, sum)) await replaceSums(tx, sum, at);
          });
        }
        if (due.length < DAYS_AT_ONCE) return;
        due = await listDueSums(db, { days: PLAY_DAYS_MAX, limit: DAYS_AT_ONCE });
      }
    },

    deleteOld: () => db.transaction().execute((tx) => deleteOldSums(tx, PLAY_DAYS_MAX)),
  };
}

export type PlaySumsService = ReturnType<typeof createPlaySumsService>;
