import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Returns the number of screens of each other living process that serves screens. */
export async function listScreenCountsOfOthers(db: Database, processId: string, timeoutS: number): Promise<number[]> {
  const { rows } = await sql<{ screens: number }>`select screens from process_heartbeats
    where process_id <> ${processId} and 'live' = any(roles) and beat_at > now() - make_interval(secs => ${timeoutS})`.execute(db);
  return rows.map(({ screens }) => screens);
}

/** Returns false when another living worker has a lower process id. */
export async function isFirstWorker(db: Database, processId: string, timeoutS: number): Promise<boolean> {
  const { rows } = await sql`select from process_heartbeats
    where process_id < ${processId} and 'worker' = any(roles) and beat_at > now() - make_interval(secs => ${timeoutS}) limit 1`.execute(db);
  return rows.length === 0;
}

/** Returns the workers without a heartbeat that have held a job for at least `minAgeS`. */
export async function listOrphanedWorkers(db: Database, minAgeS: number): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`
    select distinct jobs.locked_by as worker from graphile_worker.jobs jobs
    where jobs.locked_by is not null and jobs.locked_at <= now() - make_interval(secs => ${minAgeS})
      and not exists (select from process_heartbeats beats where jobs.locked_by = any(beats.worker_ids))`.execute(db);
  return rows.map(({ worker }) => worker);
}

/** Returns the other processes that use or used the same data folder on this host. */
export async function listPredecessors(
  db: Database,
  { processId, dataFolderId, host }: { processId: string; dataFolderId: string; host: string },
): Promise<{ process_id: string; pid: number }[]> {
  const { rows } = await sql<{ process_id: string; pid: number }>`select process_id, pid from process_heartbeats
    where data_folder_id = ${dataFolderId} and host = ${host} and process_id <> ${processId}`.execute(db);
  return rows;
}

/** Deletes heartbeats and returns the workers of their processes. */
export async function deleteHeartbeats(db: Database, processIds: string[]): Promise<string[]> {
  const deleted = await db.deleteFrom('process_heartbeats').where('process_id', 'in', processIds).returning('worker_ids').execute();
  return deleted.flatMap((row) => row.worker_ids);
}

/** Deletes the heartbeats of other processes that have been silent for `timeoutS`; with 0, those of all other processes. */
export async function deleteDeadHeartbeats(db: Database, processId: string, timeoutS: number): Promise<void> {
  const dead =
    timeoutS === 0 ? sql<boolean>`process_id <> ${processId}` : sql<boolean>`beat_at < now() - make_interval(secs => ${timeoutS})`;
  await db.deleteFrom('process_heartbeats').where(dead).execute();
}

export const updateRelay = (db: Database, processId: string, relay: string | null) =>
  db.updateTable('process_heartbeats').set({ relay }).where('process_id', '=', processId).execute();
