import { type Expression, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Finds an organisation with its owner. */
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
      sql<number>`(select count(*) from organisation_members member where member.org_id = organisations.id)`.as('member_count'),
    ])
    .where('organisations.id', '=', id)
    .executeTakeFirst();

/** In the order in which the person joined them. */
export const selectMemberships = (userId: Expression<string>) =>
  sql<{ id: string; orgRole: 'owner' | 'subAdmin' }[]>`(
    select coalesce(json_agg(json_build_object('id', org_id, 'orgRole', org_role) order by joined_at, org_id), '[]')
    from organisation_members where user_id = ${userId})`;

export const listMemberships = async (db: Db, userId: string) => {
  const { memberships } = await db.selectNoFrom(selectMemberships(sql`${userId}::uuid`).as('memberships')).executeTakeFirstOrThrow();
  return memberships;
};
