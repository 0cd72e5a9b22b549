import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';

/**
 * Raises the revision of an account and locks it until the transaction ends. Changes of what screens show are made after this, so that their messages have the
 * order of their revisions. The number is drawn after the lock is acquired.
 */
export async function raiseRevision(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into emergency_owners (user_id, revision) values (${userId}, nextval('emergency_revisions'))
    on conflict (user_id) do update set revision = nextval('emergency_revisions') returning revision`.execute(tx);
  return rows[0]?.revision ?? 0;
}

/** Raises the revisions of the given accounts that have prepared messages. Returns whether there are any. */
export async function raiseRevisions(tx: Tx, userIds: readonly string[]): Promise<boolean> {
  // Locked in the order of their ids, to avoid deadlocks. The numbers are drawn afterwards.
  const { rows } = await sql<{ user_id: string }>`
    select user_id from emergency_owners where user_id = any(${toUuidArray([...userIds])}) order by user_id for update`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    update emergency_owners set revision = nextval('emergency_revisions')
    where user_id = any(${toUuidArray(rows.map(({ user_id }) => user_id))})`.execute(tx);
  return true;
}

/** Draws a revision for a screen without an owner; undefined when no account has ever prepared messages. */
export async function nextRevision(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    select nextval('emergency_revisions') as revision where exists (select from emergency_owners)`.execute(tx);
  return rows[0]?.revision;
}

/** Returns the accounts that own these devices, in the order of their ids. */
export async function listOwnerIds(db: Db, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from devices where id = any(${toUuidArray([...deviceIds])}) order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Returns the devices of a family. */
export const listDevicesOfFamily = async (db: Db, orgId: string): Promise<string[]> =>
  (await db.selectFrom('devices').select('id').where('org_id', '=', orgId).execute()).map(({ id }) => id);
