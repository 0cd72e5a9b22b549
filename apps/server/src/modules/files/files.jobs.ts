import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/queue/job-type.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import type { Platform } from '../define-module.ts';

const HOUR_MS = 3_600_000;
const CLEANUP_INTERVAL_MS = 300_000;
/** Maximum age of a temporary file. Uploads and jobs finish earlier. */
const TEMP_MAX_AGE_MS = 48 * HOUR_MS;
const UNUSED_UPLOAD_HOURS = 24;
const CLEANUP_BATCH = 100;

/** The part of the file removal that the cleanup needs. */
interface UnusedFiles {
  listUnusedUploads(tx: Tx, hours: number, limit: number): Promise<string[]>;
  deleteUnused(tx: Tx, ids: string[]): Promise<void>;
}

/** Creates tasks that delete temporary files and unused uploads of interrupted work. */
export function createFileCleanupTasks({ db, storage }: Pick<Platform, 'db' | 'storage'>, removal: UnusedFiles): PeriodicTask[] {
  const deleteUnusedUploads = () =>
    db
      .transaction()
      .execute(async (tx) => removal.deleteUnused(tx, await removal.listUnusedUploads(tx, UNUSED_UPLOAD_HOURS, CLEANUP_BATCH)));
  const deleteStaleTempFiles = async () => {
    const alive = await db.selectFrom('process_heartbeats').select('process_id').execute();
    await storage.deleteStaleTempFiles(new Set(alive.map(({ process_id }) => process_id)), TEMP_MAX_AGE_MS);
  };
  return [
    { name: 'files.temp', everyMs: CLEANUP_INTERVAL_MS, run: deleteStaleTempFiles },
    { name: 'files.forgotten', everyMs: HOUR_MS, run: deleteUnusedUploads },
  ];
}

/** Deletes the bytes of originals whose rows are deleted; `keys` are those of regenerated derivatives. */
export const removeFileBytesJob = defineJob(
  'files.removeBytes',
  z.object({
    fileIds: z.array(z.uuid()),
    keys: z.array(z.string()).optional(),
    documents: z.array(z.object({ id: z.uuid(), pageCount: z.number() })).optional(),
  }),
);

/** Deletes replaced bytes after all requests that may be reading them have ended. */
export const removeStoredKeyJob = defineJob('files.removeKey', z.object({ key: z.string() }));
