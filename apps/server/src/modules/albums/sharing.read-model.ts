import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { escapeLike } from './albums.read-model.ts';

/** Accounts with one of these addresses, given in lower case. Only a verified one proves whose the address is. */
export const findPeople = (tx: Tx, emails: string[]) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', sql<string>`lower(email)`.as('email'), 'disabled_at'])
    .where(sql<string>`lower(email)`, 'in', emails)
    .where('verified_at', 'is not', null)
    .execute();
export type KnownPerson = Awaited<ReturnType<typeof findPeople>>[number];

export const listOrganisationMembers = async (tx: Tx, orgId: string): Promise<string[]> =>
  (await tx.selectFrom('organisation_members').select('user_id').where('org_id', '=', orgId).execute()).map((row) => row.user_id);

export const findName = async (tx: Tx, userId: string): Promise<string> =>
  (await tx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst())?.name ?? '';

/** People whose address begins so, to suggest while somebody types. */
export const suggestPeople = (tx: Tx, userId: string, start: string, limit: number) =>
  tx
    .selectFrom('users')
    .select(['id as _id', 'email'])
    .where(sql<string>`lower(email)`, 'like', `${escapeLike(start)}%`)
    .where('verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('id', '<>', userId)
    .orderBy(sql`lower(email)`)
    .limit(limit)
    .execute();
