import { LIMITS } from '@vitrine/contract';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import type { Platform } from '../define-module.ts';
import { listExpiredBinnedMedia } from '../media/index.ts';
import type { BinOperations } from './bin.service.ts';

const INTERVAL_MS = 10 * 60_000;
const BATCH_SIZE = 100;

/** Deletes media that have been in the bin for too long. The albums module deletes albums in the bin, together with their media. */
export function createBinTasks({ db }: Pick<Platform, 'db'>, bin: BinOperations): PeriodicTask[] {
  const purgeBatch = () =>
    db.transaction().execute(async (tx) => {
      const expired = await listExpiredBinnedMedia(tx, LIMITS.binDays, BATCH_SIZE);
      await bin.purgeMedia(tx, expired);
      return expired.length;
    });
  const purgeExpired = async () => {
    while ((await purgeBatch()) === BATCH_SIZE);
  };
  return [{ name: 'media.bin', everyMs: INTERVAL_MS, run: purgeExpired }];
}
