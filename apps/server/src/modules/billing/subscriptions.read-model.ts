import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** What decides an account's plan, and how much of each thing it holds; what belongs to an organisation counts there. */
export const findHoldings = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .leftJoin('subscriptions', 'subscriptions.user_id', 'users.id')
    .select([
      'users.role',
      'users.created_at',
      'subscriptions.plan_name',
      'subscriptions.ends_at',
      'subscriptions.devices as devices_allowed',
      sql<number>`(select count(*) from devices where devices.user_id = users.id and devices.org_id is null)`.as('devices'),
      sql<number>`(select count(*) from playlists where playlists.user_id = users.id)`.as('playlists'),
      sql<number>`(select count(*) from albums where albums.created_by = users.id and albums.deleted_at is null)`.as('albums'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();

export type Holdings = NonNullable<Awaited<ReturnType<typeof findHoldings>>>;

export const findOrganisationHoldings = (tx: Tx, orgId: string) =>
  tx
    .selectFrom('organisations')
    .leftJoin('organisation_members', (join) =>
      join.onRef('organisation_members.org_id', '=', 'organisations.id').on('organisation_members.org_role', '=', 'owner'),
    )
    .leftJoin('subscriptions', 'subscriptions.user_id', 'organisation_members.user_id')
    .select([
      'subscriptions.ends_at',
      'subscriptions.devices as allowed',
      sql<number>`(select count(*) from devices where devices.org_id = organisations.id)`.as('devices'),
    ])
    .where('organisations.id', '=', orgId)
    .executeTakeFirst();

/** Held while one more is counted. */
export const lockHolder = (tx: Tx, { userId, orgId }: { userId: string; orgId?: string }) =>
  orgId === undefined
    ? tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    : tx.selectFrom('organisations').select('id').where('id', '=', orgId).forNoKeyUpdate().execute();
