import { autocommit } from '../../platform/database/database.ts';
import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import { deleteExpiredReservations } from '../entitlements/index.ts';
import { findFile, removeBytes } from '../files/index.ts';
import type { Tus } from './tus.ts';
import type { UploadsDeps } from './uploads.deps.ts';

const MINUTE_MS = 60_000;

/** What interrupted uploads left behind goes, at the start and from then on. */
export function createHousekeeping({ db, storage }: UploadsDeps, tus: Tus): PeriodicTask[] {
  const clearReservations = async () => {
    for (const { id } of await deleteExpiredReservations(autocommit(db))) {
      // The bytes may have reached the storage when the server died before the row could.
      if (!(await findFile(db, id))) await removeBytes(storage, id);
    }
  };
  return [
    { name: 'uploads.reservations', everyMs: 5 * MINUTE_MS, run: clearReservations },
    { name: 'uploads.tus', everyMs: 60 * MINUTE_MS, run: () => tus.removeExpired() },
  ];
}
