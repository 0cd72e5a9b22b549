import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/search-text.ts';

/** Finds the verified accounts with one of these addresses, given in lower case. An unverified address proves no ownership. */
export const findPeopleByEmail = (db: Db, emails: string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'name', sql<string>`lower(email)`.as('email'), 'disabled_at'])
    .where(sql<string>`lower(email)`, 'in', emails)
    .where('verified_at', 'is not', null)
    .execute();
export type PersonByEmail = Awaited<ReturnType<typeof findPeopleByEmail>>[number];

export const findUserName = async (db: Db, userId: string): Promise<string> =>
  (await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst())?.name ?? '';

/** People who share an album with the account: members who accepted, and owners of albums that the account accepted. */
const acquaintancesOf = (userId: string) => sql<{ user_id: string }>`
  with shared as (
    select id, created_by from albums where created_by = ${userId} and deleted_at is null
    union
    select albums.id, albums.created_by from album_shares own join albums on albums.id = own.album_id
    where own.user_id = ${userId} and own.accepted_at is not null and albums.deleted_at is null)
  select user_id from (
    select created_by as user_id from shared
    union
    select share.user_id from album_shares share join shared on shared.id = share.album_id where share.accepted_at is not null) as people
  where user_id is not null and user_id <> ${userId}`;

/** Returns the ids of people who share an album with the account, in the order of the ids. */
export async function listSharingContacts(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`${acquaintancesOf(userId)} order by user_id limit ${limit}`.execute(db);
  return rows.map((row) => row.user_id);
}

interface Suggestion {
  _id: string;
  email: string;
}

/** Lists acquaintances and family members whose address begins with `start`. Accounts that the user does not know are never returned. */
export async function suggestKnown(db: Db, userId: string, start: string, limit: number): Promise<Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    select users.id as _id, users.email from users
    where users.id in (
        select user_id from (${acquaintancesOf(userId)}) as acquaintances
        union
        select member.user_id from organisation_members own join organisation_members member on member.org_id = own.org_id
        where own.user_id = ${userId})
      and users.id <> ${userId} and lower(users.email) like ${`${escapeLike(start)}%`}
      and users.verified_at is not null and users.disabled_at is null
    order by lower(users.email) limit ${limit}`.execute(db);
  return rows;
}

/** Returns the account with exactly this address, given in lower case, if it is on the same platform as the user. */
export const suggestExact = (db: Db, userId: string, address: string): Promise<Suggestion | undefined> =>
  db
    .selectFrom('users')
    .select(['id as _id', 'email'])
    .where(sql<string>`lower(email)`, '=', address)
    .where('platform', '=', (own) => own.selectFrom('users as own').select('own.platform').where('own.id', '=', userId))
    .where('verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('id', '<>', userId)
    .executeTakeFirst();

/** Lists the members of several albums in the order of invitation, with one query. */
export const listAlbumMembers = (db: Db, albumIds: string[]) =>
  db
    .selectFrom('album_shares as share')
    .leftJoin('users', 'users.id', 'share.user_id')
    .select([
      'share.album_id',
      'share.permission',
      'share.invited_by',
      'share.user_id',
      'share.email as waiting_email',
      'users.name',
      'users.email',
      'users.role',
      'users.picture_file_id',
      sql<boolean>`share.accepted_at is not null`.as('is_accepted'),
    ])
    .where('share.album_id', 'in', albumIds)
    .orderBy('share.id')
    .execute();

export type MemberRow = Awaited<ReturnType<typeof listAlbumMembers>>[number];

/** Returns the accounts that sent invitations to albums. */
export const listInviters = (db: Db, userIds: string[]) =>
  db.selectFrom('users').select(['id', 'name', 'email', 'picture_file_id']).where('id', 'in', userIds).execute();

export type InviterRow = Awaited<ReturnType<typeof listInviters>>[number];
