import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export const findOrganisation = (db: Db, id: string) =>
  db
    .selectFrom('organisations')
    .select([
      'organisations.id',
      'organisations.name',
      'organisations.description',
      'organisations.subscription_id',
      'organisations.picture_file_id',
      sql<number>`(select count(*) from organisation_members member where member.org_id = organisations.id)`.as('member_count'),
    ])
    .where('organisations.id', '=', id)
    .executeTakeFirst();

export type OrganisationRow = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>;

/** In the order in which the person joined them. */
export const listMemberships = async (db: Db, userId: string): Promise<{ id: string; orgRole: 'owner' | 'subAdmin' }[]> => {
  const rows = await db
    .selectFrom('organisation_members')
    .select(['org_id', 'org_role'])
    .where('user_id', '=', userId)
    .orderBy('joined_at')
    .orderBy('org_id')
    .execute();
  return rows.map(({ org_id, org_role }) => ({ id: org_id, orgRole: org_role === 'owner' ? 'owner' : 'subAdmin' }));
};
