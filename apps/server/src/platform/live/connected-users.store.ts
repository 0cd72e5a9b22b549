import { sql } from 'kysely';
import { autocommit, type Database, type Db, toUuidArray } from '../database/database.ts';

export const updateConnectedUsers = (db: Database, processId: string, come: string[], gone: string[]) =>
  sql`with gone as (delete from people_here where process_id = ${processId} and user_id = any(${toUuidArray(gone)}))
    insert into people_here (process_id, user_id) select ${processId}, come.id from unnest(${toUuidArray(come)}) as come (id)
    on conflict do nothing`.execute(autocommit(db));

/** These are all of them. */
export const replaceConnectedUsers = (db: Database, processId: string, here: string[]) =>
  sql`with gone as (delete from people_here where process_id = ${processId} and user_id <> all(${toUuidArray(here)}))
    insert into people_here (process_id, user_id) select ${processId}, here.id from unnest(${toUuidArray(here)}) as here (id)
    on conflict do nothing`.execute(autocommit(db));

/** Returns whether any user is connected to another process. */
export const hasUsersOnOtherProcesses = async (db: Db, processId: string): Promise<boolean> => {
  const { rows } = await sql`select from people_here where process_id <> ${processId} limit 1`.execute(db);
  return rows.length > 0;
};
