import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import type { Platform } from '../define-module.ts';
import type { Removal } from './files.removal.ts';

const HOUR_MS = 3_600_000;
const SWEEP_MS = 300_000;
/** No upload and no job writes to one temporary file for longer. */
const TEMP_MAX_AGE_MS = 48 * HOUR_MS;
const FORGOTTEN_HOURS = 24;
const BATCH = 100;

/** What interrupted work left behind goes, at the start and from then on. */
export function createHousekeeping({ db, storage }: Pick<Platform, 'db' | 'storage'>, removal: Removal): PeriodicTask[] {
  /** Uploads that were never put to any use. */
  const clearForgotten = () =>
    db.transaction().execute(async (tx) => removal.removeUnused(tx, await removal.listForgotten(tx, FORGOTTEN_HOURS, BATCH)));
  const sweepTemp = async () => {
    const alive = await db.selectFrom('process_heartbeats').select('process_id').execute();
    await storage.sweepTemp(new Set(alive.map(({ process_id }) => process_id)), TEMP_MAX_AGE_MS);
  };
  return [
    { name: 'files.temp', everyMs: SWEEP_MS, run: sweepTemp },
    { name: 'files.forgotten', everyMs: HOUR_MS, run: clearForgotten },
  ];
}
