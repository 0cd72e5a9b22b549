import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export const upsertProgress = (tx: Tx, fileId: string, percent: number) =>
  sql`insert into video_progress (file_id, percent) select id, ${percent} from files where id = ${fileId}
    on conflict (file_id) do update set percent = excluded.percent`.execute(tx);

export const deleteProgress = (tx: Tx, fileId: string) => tx.deleteFrom('video_progress').where('file_id', '=', fileId).execute();

/** Returns true when a job with this key is waiting or running. */
export async function hasQueuedJob(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from graphile_worker.jobs
    where key = ${key} and (attempts < max_attempts or locked_at is not null)`.execute(db);
  return rows.length > 0;
}

/** Returns true when another job of this line waits. */
export async function hasWaitingJob(db: Db, line: string): Promise<boolean> {
  const { rows } = await sql`select 1 from graphile_worker.jobs
    where queue_name = ${line} and attempts < max_attempts and locked_at is null and run_at <= now() limit 1`.execute(db);
  return rows.length > 0;
}

/** Removes a job without a retry. A running job detects the removal and stops. */
export const cancelJob = (tx: Tx, key: string) => sql`select graphile_worker.remove_job(${key})`.execute(tx);

export const findVideo = (db: Db, mediaId: string) =>
  db
    .selectFrom('media')
    .innerJoin('files', 'files.id', 'media.file_id')
    .select(['media.file_id', 'files.owner_id'])
    .where('media.id', '=', mediaId)
    .where('media.kind', '=', 'video')
    .executeTakeFirst();
