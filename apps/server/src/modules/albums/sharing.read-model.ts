import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/search-text.ts';

/** Accounts with one of these addresses, given in lower case. Only a verified one proves whose the address is. */
export const findPeople = (db: Db, emails: string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'name', sql<string>`lower(email)`.as('email'), 'disabled_at'])
    .where(sql<string>`lower(email)`, 'in', emails)
    .where('verified_at', 'is not', null)
    .execute();
export type KnownPerson = Awaited<ReturnType<typeof findPeople>>[number];

export const findName = async (db: Db, userId: string): Promise<string> =>
  (await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst())?.name ?? '';

/** People whose address begins so, to suggest while somebody types. */
export const suggestPeople = (db: Db, userId: string, start: string, limit: number) =>
  db
    .selectFrom('users')
    .select(['id as _id', 'email'])
    .where(sql<string>`lower(email)`, 'like', `${escapeLike(start)}%`)
    .where('verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('id', '<>', userId)
    .orderBy(sql`lower(email)`)
    .limit(limit)
    .execute();

/**
 * Those somebody is in an album with, in the order of their ids: who accepted a share of one of theirs, and everybody in an album whose share they
 * accepted themselves.
 */
export async function listAcquaintances(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with shared as (
      select id, created_by from albums where created_by = ${userId} and deleted_at is null
      union
      select albums.id, albums.created_by from album_shares own join albums on albums.id = own.album_id
      where own.user_id = ${userId} and own.accepted_at is not null and albums.deleted_at is null)
    select user_id from (
      select created_by as user_id from shared
      union
      select share.user_id from album_shares share join shared on shared.id = share.album_id where share.accepted_at is not null) as people
    where user_id is not null and user_id <> ${userId} order by user_id limit ${limit}`.execute(db);
  return rows.map((row) => row.user_id);
}
