import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** With its owner; `member_count` is of those beside the owner. */
export const findOrganisation = (db: Db, id: string) =>
  db
    .selectFrom('organisations')
    .innerJoin('organisation_members as ownership', (join) =>
      join.onRef('ownership.org_id', '=', 'organisations.id').on('ownership.org_role', '=', 'owner'),
    )
    .innerJoin('users as owner', 'owner.id', 'ownership.user_id')
    .select([
      'organisations.id',
      'organisations.name',
      'organisations.description',
      'organisations.subscription_id',
      'organisations.picture_file_id',
      'owner.id as owner_id',
      'owner.name as owner_name',
      'owner.email as owner_email',
      sql<number>`(select count(*) from organisation_members member
        where member.org_id = organisations.id and member.org_role = 'subAdmin')`.as('member_count'),
    ])
    .where('organisations.id', '=', id)
    .executeTakeFirst();

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
