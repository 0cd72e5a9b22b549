import type { JobCount, JobRow, JobState, jobsQuery } from '@vitrine/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';

/** Conditions for each state. A job that used up its attempts has failed and is kept for inspection. */
const JOB_STATE_CONDITIONS = {
  running: sql`locked_at is not null`,
  waiting: sql`(locked_at is null and attempts < max_attempts)`,
  failed: sql`(locked_at is null and attempts >= max_attempts)`,
} as const satisfies Record<JobState, unknown>;

const ERROR_LENGTH = 2000;

/** Uses the queue's own table and two of its indexes: waiting jobs, and the few others. */
export async function countJobsByKind(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select identifier as kind, coalesce(waiting, 0) as waiting, coalesce(running, 0) as running, coalesce(failed, 0) as failed
    from (select task_id, count(*) as waiting from graphile_worker._private_jobs where is_available group by task_id) as available
    full join (select task_id, count(*) filter (where locked_at is not null) as running, count(*) filter (where locked_at is null) as failed
      from graphile_worker._private_jobs where not is_available group by task_id) as held using (task_id)
    join graphile_worker._private_tasks as tasks on tasks.id = task_id
    order by identifier`.execute(db);
  return rows;
}

/** Counts failed jobs, up to `limit`. */
export async function countFailedJobRows(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from graphile_worker._private_jobs where not is_available and locked_at is null limit ${limit}) as failed`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Maximum number of failures that are counted. */
const MAX_COUNTED_FAILURES = 10_000;

/** Counts permanently failed jobs since then by kind, the most frequent first. */
export async function countFailedJobsByKindSince(db: Db, since: Date): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select tasks.identifier as kind, count(*) as count
    from (select task_id from graphile_worker._private_jobs
      where not is_available and locked_at is null and updated_at >= ${since}::timestamptz limit ${MAX_COUNTED_FAILURES}) as given_up
    join graphile_worker._private_tasks as tasks on tasks.id = task_id group by tasks.identifier order by count desc, kind`.execute(db);
  return rows;
}

interface JobListRow {
  id: string;
  kind: string;
  attempts: number;
  attempts_max: number;
  created_at: Date;
  at: Date;
  error: string | null;
}

/** Lists jobs, newest first. Payloads are not read, because emails contain links that open accounts. */
export async function listJobs(db: Db, { state, kind, after, dataPerPage }: z.output<typeof jobsQuery>): Promise<JobRow[]> {
  const conditions = [
    JOB_STATE_CONDITIONS[state],
    ...(kind === undefined ? [] : [sql`task_identifier = ${kind}`]),
    ...(after === undefined ? [] : [sql`id < ${after}::bigint`]),
  ];
  const at = { waiting: sql`run_at`, running: sql`locked_at`, failed: sql`updated_at` }[state];
  const { rows } = await sql<JobListRow>`
    select id::text, task_identifier as kind, attempts, max_attempts as attempts_max, created_at, ${at} as at, left(last_error, ${ERROR_LENGTH}) as error
    from graphile_worker.jobs where ${sql.join(conditions, sql` and `)} order by jobs.id desc limit ${dataPerPage}`.execute(db);
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    state,
    attempts: row.attempts,
    attemptsMax: row.attempts_max,
    createdAt: row.created_at.toISOString(),
    at: row.at.toISOString(),
    error: row.error,
  }));
}
