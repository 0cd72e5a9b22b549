import { sql } from 'kysely';
import { autocommit, type Database, type Db, toUuidArray } from '../database/database.ts';

/** Records users who connected to a process, and removes those who disconnected from it. */
export const updateConnectedUsers = (db: Database, processId: string, added: string[], removed: string[]) =>
  sql`with removed as (delete from people_here where process_id = ${processId} and user_id = any(${toUuidArray(removed)}))
    insert into people_here (process_id, user_id) select ${processId}, added.id from unnest(${toUuidArray(added)}) as added (id)
    on conflict do nothing`.execute(autocommit(db));

/** Records all users connected to a process, and removes all others. */
export const replaceConnectedUsers = (db: Database, processId: string, connected: string[]) =>
  sql`with removed as (delete from people_here where process_id = ${processId} and user_id <> all(${toUuidArray(connected)}))
    insert into people_here (process_id, user_id) select ${processId}, connected.id from unnest(${toUuidArray(connected)}) as connected (id)
    on conflict do nothing`.execute(autocommit(db));

/** Returns whether any user is connected to another process. */
export const hasUsersOnOtherProcesses = async (db: Db, processId: string): Promise<boolean> => {
  const { rows } = await sql`select from people_here where process_id <> ${processId} limit 1`.execute(db);
  return rows.length > 0;
};
