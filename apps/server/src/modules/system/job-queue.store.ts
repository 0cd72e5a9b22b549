import type { RetryJobs } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface FailedJob {
  id: string;
  kind: string;
  error: string | null;
}

const ERROR_LENGTH = 200;

/** Locks failed jobs until the transaction ends: the given ones, or the oldest of a kind. Jobs locked by others are skipped. */
export async function lockFailedJobs(tx: Tx, selection: RetryJobs, limit: number): Promise<FailedJob[]> {
  const condition = 'ids' in selection ? sql`jobs.id = any(${selection.ids}::bigint[])` : sql`tasks.identifier = ${selection.kind}`;
  const { rows } = await sql<FailedJob>`
    select jobs.id::text, tasks.identifier as kind, left(jobs.last_error, ${ERROR_LENGTH}) as error
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where ${condition} and jobs.locked_at is null and jobs.attempts >= jobs.max_attempts
    order by jobs.id limit ${limit} for update of jobs skip locked`.execute(tx);
  return rows;
}

/** Makes jobs due now and resets their attempts. */
export const rescheduleJobs = (tx: Tx, ids: string[]) =>
  sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0)`.execute(tx);
