import { LIMITS } from '@vitrine/contract';
import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import { listOverdue } from './bin.store.ts';
import { findFile, listForgotten } from './files.store.ts';
import type { Bin } from './media.bin.ts';
import type { MediaDeps } from './media.deps.ts';
import { JOB_KEY_PREFIX } from './media.job-types.ts';
import { removeBytes, removeUnused } from './media.removal.ts';
import type { Stages } from './media.stages.ts';
import { listAbandoned } from './media.store.ts';
import type { Tus } from './media.tus.ts';
import type { Zips } from './media.zip.ts';
import { deleteExpiredReservations } from './usage.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** No upload and no job writes to one temporary file for longer. */
const TEMP_MAX_AGE_MS = 48 * HOUR_MS;
const FORGOTTEN_HOURS = 24;
const ABANDONED_MINUTES = 2;
const BATCH = 100;

/** What interrupted work left behind goes, at the start and from then on. */
export function createHousekeeping({ db, queue, storage }: MediaDeps, stages: Stages, tus: Tus, bin: Bin, zips: Zips): PeriodicTask[] {
  const clearReservations = async () => {
    for (const { id } of await deleteExpiredReservations(db)) {
      // The bytes may have reached the storage when the server died before the row could.
      if (!(await findFile(db, id))) await removeBytes(storage, id);
    }
  };
  const clearForgotten = () =>
    db.transaction().execute(async (tx) => {
      const forgotten = await listForgotten(tx, FORGOTTEN_HOURS, BATCH);
      await removeUnused(
        tx,
        queue,
        forgotten.map((file) => file.id),
      );
    });
  /** Albums that went to the bin are purged by their own module, with what went with them. */
  const clearBin = async () => {
    const purgeSome = () =>
      db.transaction().execute(async (tx) => {
        const overdue = await listOverdue(tx, LIMITS.binDays, BATCH);
        await bin.purgeMedia(tx, overdue);
        return overdue.length;
      });
    while ((await purgeSome()) === BATCH);
  };
  const failAbandoned = async () => {
    for (const { fileId } of await listAbandoned(db, JOB_KEY_PREFIX, ABANDONED_MINUTES)) {
      await stages.giveUp(fileId, 'Processing was interrupted too often.');
    }
  };
  return [
    { name: 'media.reservations', everyMs: 5 * MINUTE_MS, run: clearReservations },
    { name: 'media.temp', everyMs: HOUR_MS, run: () => storage.sweepTemp(TEMP_MAX_AGE_MS) },
    { name: 'media.tus', everyMs: HOUR_MS, run: () => tus.removeExpired() },
    { name: 'media.forgotten', everyMs: HOUR_MS, run: clearForgotten },
    { name: 'media.zips', everyMs: HOUR_MS, run: zips.sweep },
    { name: 'media.bin', everyMs: 10 * MINUTE_MS, run: clearBin },
    { name: 'media.abandoned', everyMs: MINUTE_MS, run: failAbandoned },
  ];
}
