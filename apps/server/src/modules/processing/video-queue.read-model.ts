import type { QueueStatus } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { MEDIA_JOB_KEY_PREFIX, videoJob } from '../media/index.ts';

export interface QueueRow {
  id: string;
  name: string;
  status: number;
  failure_reason: string | null;
  created_at: Date;
  size_bytes: number;
  owner_id: string;
  owner_name: string;
  /** A job of it waits or runs. */
  has_job: boolean;
  is_running: boolean;
  percent: number | null;
}

interface QueuePage {
  page: number;
  dataPerPage: number;
}

const COLUMNS = sql`media.id, media.name, media.status, media.failure_reason, media.created_at, media.size_bytes,
  media.owner_id, users.name as owner_name, video_progress.percent`;

const isVideoJob = sql`task_id = (select id from graphile_worker._private_tasks where identifier = ${videoJob.name})`;

/** The file's id in the key of a job, or null for the keys of other jobs: PostgreSQL may evaluate this for rows that a later condition removes. */
export const fileIdOf = (key: RawBuilder<unknown>) =>
  sql`case when ${key} ~ ${`^${MEDIA_JOB_KEY_PREFIX}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`} then substr(${key}, ${MEDIA_JOB_KEY_PREFIX.length + 1})::uuid end`;

/**
 * Lists running videos, then waiting ones in the order of processing. A video in several albums is listed once. Reads the queue's own table, because its view
 * does not contain the index's columns, so that each page would sort all waiting jobs. The index distinguishes jobs of videos, so skipped rows are not read.
 */
export async function listPendingRows(db: Db, { page, dataPerPage }: QueuePage): Promise<QueueRow[]> {
  const offset = (page - 1) * dataPerPage;
  const begun = sql`priority, run_at, id`;
  const { rows } = await sql<QueueRow>`
    with running as materialized (select id, priority, run_at from graphile_worker._private_jobs where not is_available and locked_at is not null and ${isVideoJob}),
    waiting as materialized (
      select id, priority, run_at from graphile_worker._private_jobs where is_available and ${isVideoJob}
      order by ${begun} limit ${dataPerPage} offset greatest(0, ${offset} - (select count(*) from running))),
    pending as materialized (
      (select true as is_running, * from running order by ${begun} limit ${dataPerPage} offset ${offset})
      union all select false, * from waiting limit ${dataPerPage})
    select ${COLUMNS}, true as has_job, pending.is_running
    from pending
    join graphile_worker._private_jobs as job on job.id = pending.id
    cross join lateral (select * from media where file_id = ${fileIdOf(sql.ref('job.key'))} order by id limit 1) as media
    join users on users.id = media.owner_id
    left join video_progress on video_progress.file_id = media.file_id
    order by not pending.is_running, pending.priority, pending.run_at, pending.id`.execute(db);
  return rows;
}

interface VideoListPage extends QueuePage {
  after?: string | undefined;
  status?: QueueStatus | undefined;
}

/** All videos, the newest first. */
export async function listVideoRows(db: Db, { page, dataPerPage, after, status }: VideoListPage): Promise<QueueRow[]> {
  const conditions: RawBuilder<unknown>[] = [
    sql`kind = 'video'`,
    ...(after === undefined ? [] : [sql`id < ${after}`]),
    ...(status === undefined ? [] : [sql`video_outcome(status) = ${status}`]),
  ];
  const { rows } = await sql<QueueRow>`
    with found as materialized (
      select * from media where ${sql.join(conditions, sql` and `)}
      order by id desc limit ${dataPerPage} offset ${after === undefined ? (page - 1) * dataPerPage : 0})
    select ${COLUMNS}, job.locked_at is not null as is_running, job.key is not null as has_job
    from found as media
    join users on users.id = media.owner_id
    left join video_progress on video_progress.file_id = media.file_id
    left join lateral (select key, locked_at from graphile_worker.jobs
      where jobs.key = ${MEDIA_JOB_KEY_PREFIX} || media.file_id::text and (jobs.attempts < jobs.max_attempts or jobs.locked_at is not null)) as job on true
    order by media.id desc`.execute(db);
  return rows;
}
