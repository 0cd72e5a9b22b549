import type { Db } from '../../platform/database/database.ts';
import type { OwnerScope } from '../organisations/index.ts';

const grants = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('entitlements', 'entitlements.user_id', 'users.id')
    .select([
      'users.role',
      'users.created_at',
      'entitlements.plan_name',
      'entitlements.ends_at',
      'entitlements.users',
      'entitlements.devices',
      'entitlements.storage_bytes',
      'entitlements.playlists',
      'entitlements.albums',
    ]);

/** What was granted to the person, or to the owner of the organisation; the columns are null where nothing was. */
export const findGrant = (db: Db, { userId, orgId }: OwnerScope) =>
  orgId === undefined
    ? grants(db).where('users.id', '=', userId).executeTakeFirst()
    : grants(db)
        .innerJoin('organisation_members', 'organisation_members.user_id', 'users.id')
        .where('organisation_members.org_id', '=', orgId)
        .where('organisation_members.org_role', '=', 'owner')
        .executeTakeFirst();

export type GrantRow = NonNullable<Awaited<ReturnType<typeof findGrant>>>;
