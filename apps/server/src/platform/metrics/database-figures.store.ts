import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

export interface QueueMetricValues {
  kind: string;
  waiting: number;
  running: number;
  failed: number;
  /** Waiting time of the oldest due job, in seconds. */
  oldestS: number;
}

export interface DatabaseMetricValues {
  queues: QueueMetricValues[];
  screensOnline: number;
  /** Living processes by role. */
  processes: { role: string; count: number }[];
  /** Age of the oldest live message that was not sent yet, in seconds. It is 0 for an empty outbox. */
  oldestNudgeS: number;
}

/** Reads figures that are the same for all processes, in one statement. */
export async function readDatabaseMetrics(db: Db): Promise<DatabaseMetricValues> {
  const { rows } = await sql<{
    queues: QueueMetricValues[];
    screens_online: number;
    processes: DatabaseMetricValues['processes'];
    oldest_nudge_s: number;
  }>`
    with queues as (
      select tasks.identifier as kind, coalesce(waiting, 0) as waiting, coalesce(running, 0) as running, coalesce(failed, 0) as failed,
        coalesce(greatest(0, extract(epoch from now() - oldest)), 0)::double precision as "oldestS"
      from graphile_worker._private_tasks as tasks
      left join (select task_id, count(*) as waiting, min(run_at) filter (where run_at <= now()) as oldest
        from graphile_worker._private_jobs where is_available group by task_id) as available on available.task_id = tasks.id
      left join (select task_id, count(*) filter (where locked_at is not null) as running, count(*) filter (where locked_at is null) as failed
        from graphile_worker._private_jobs where not is_available group by task_id) as held on held.task_id = tasks.id),
    processes as (select role, count(*) as count from process_heartbeats, unnest(roles) as role group by role)
    select coalesce((select json_agg(queues) from queues), '[]') as queues, coalesce((select json_agg(processes) from processes), '[]') as processes,
      (select count(*) from screens where live_process_id is not null) as screens_online,
      (select coalesce(extract(epoch from now() - min(made_at)), 0)::double precision from nudge_outbox) as oldest_nudge_s`.execute(db);
  const [row] = rows;
  return {
    queues: row?.queues ?? [],
    screensOnline: row?.screens_online ?? 0,
    processes: row?.processes ?? [],
    oldestNudgeS: row?.oldest_nudge_s ?? 0,
  };
}
