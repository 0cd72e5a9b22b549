import { autocommit } from '../../platform/database/database.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import type { Platform } from '../define-module.ts';
import { deleteExpiredReservations } from '../entitlements/index.ts';
import { deleteFileBytes, findFile } from '../files/index.ts';
import type { TusServer } from './tus-server.ts';

const MINUTE_MS = 60_000;

/** Tasks that delete the remains of interrupted uploads: files are deleted together with their reservation. */
export function createUploadTasks({ db, storage }: Pick<Platform, 'db' | 'storage'>, tus: TusServer): PeriodicTask[] {
  const deleteExpiredUploads = async () => {
    for (const { id } of await deleteExpiredReservations(autocommit(db))) {
      await tus.forget(id);
      // The server may have died after the bytes reached the storage and before the file's row was written.
      if (!(await findFile(db, id))) await deleteFileBytes(storage, id);
    }
  };
  return [
    { name: 'uploads.reservations', everyMs: 5 * MINUTE_MS, run: deleteExpiredUploads },
    { name: 'uploads.tus', everyMs: 60 * MINUTE_MS, run: () => tus.removeExpired() },
  ];
}
