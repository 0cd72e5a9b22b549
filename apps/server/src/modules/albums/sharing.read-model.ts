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
