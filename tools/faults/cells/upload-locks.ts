import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';

/** Returns the id of the process that has locked this upload. */
export async function findLockingProcess(db: Database, uploadId: string): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from upload_reservations join process_heartbeats on process_id::text = split_part(held_by, ':', 1)
    where id = ${uploadId}`.execute(db);
  return rows[0]?.pid;
}
