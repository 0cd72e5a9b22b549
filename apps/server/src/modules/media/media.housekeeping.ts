import { LIMITS } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import type { BinOperations } from './bin.service.ts';
import { listExpiredBinnedMedia } from './binned-media.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { deleteUploadOrderBefore } from './upload-order.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BATCH = 100;
/** Longer than an upload can be taken up again after it was cut off. */
const UPLOAD_ORDER_RETENTION_HOURS = 72;

/** Removes what interrupted work left behind, at the start and periodically. */
export function createMediaTasks({ db }: MediaDeps, bin: BinOperations): PeriodicTask[] {
  /** Albums in the bin are deleted permanently by their own module, together with their media. */
  const purgeExpired = async () => {
    const purgeBatch = () =>
      db.transaction().execute(async (tx) => {
        const overdue = await listExpiredBinnedMedia(tx, LIMITS.binDays, BATCH);
        await bin.purgeMedia(tx, overdue);
        return overdue.length;
      });
    while ((await purgeBatch()) === BATCH);
  };
  return [
    {
      name: 'media.chosen',
      everyMs: HOUR_MS,
      run: async () => void (await deleteUploadOrderBefore(autocommit(db), UPLOAD_ORDER_RETENTION_HOURS)),
    },
    { name: 'media.bin', everyMs: 10 * MINUTE_MS, run: purgeExpired },
  ];
}
