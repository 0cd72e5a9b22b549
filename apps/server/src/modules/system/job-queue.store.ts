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
export async function lockFailedJobs(tx: Tx, which: RetryJobs, most: number): Promise<FailedJob[]> {
  const chosen = 'ids' in which ? sql`jobs.id = any(${which.ids}::bigint[])` : sql`tasks.identifier = ${which.kind}`;
  const { rows } = await sql<FailedJob>`
    select jobs.id::text, tasks.identifier as kind, left(jobs.last_error, ${ERROR_LENGTH}) as error
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where ${chosen} and jobs.locked_at is null and jobs.attempts >= jobs.max_attempts
    order by jobs.id limit ${most} for update of jobs skip locked`.execute(tx);
  return rows;
}

/** Due now, with all their attempts. */
export const rescheduleJobs = (tx: Tx, ids: string[]) =>
  sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0)`.execute(tx);
