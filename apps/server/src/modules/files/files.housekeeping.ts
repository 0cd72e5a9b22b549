import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import type { Platform } from '../define-module.ts';
import type { Removal } from './files.removal.ts';

const HOUR_MS = 3_600_000;
/** No upload and no job writes to one temporary file for longer. */
const TEMP_MAX_AGE_MS = 48 * HOUR_MS;
const FORGOTTEN_HOURS = 24;
const BATCH = 100;

/** What interrupted work left behind goes, at the start and from then on. */
export function createHousekeeping({ db, storage }: Pick<Platform, 'db' | 'storage'>, removal: Removal): PeriodicTask[] {
  /** Uploads that were never put to any use. */
  const clearForgotten = () =>
    db.transaction().execute(async (tx) => removal.removeUnused(tx, await removal.listForgotten(tx, FORGOTTEN_HOURS, BATCH)));
  return [
    { name: 'files.temp', everyMs: HOUR_MS, run: () => storage.sweepTemp(TEMP_MAX_AGE_MS) },
    { name: 'files.forgotten', everyMs: HOUR_MS, run: clearForgotten },
  ];
}
