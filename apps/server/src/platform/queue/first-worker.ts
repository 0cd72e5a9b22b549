import type { Database } from '../database/database.ts';
import { isFirstWorker } from './heartbeat.store.ts';
import { PROCESS_TIMEOUT_S } from './heartbeat.ts';

/**
 * Runs a periodic task in one worker of the installation: the one with the lowest process id. When it stops, the next one follows, after a kill within
 * `PROCESS_TIMEOUT_S`. Two workers may run the task at the same time for a moment, while one of them starts.
 */
export async function runInFirstWorker({ db, processId }: { db: Database; processId: string }, run: () => Promise<void>): Promise<void> {
  if (await isFirstWorker(db, processId, PROCESS_TIMEOUT_S)) await run();
}
