import type { Db } from '../../platform/database/database.ts';
import type { OwnerScope } from '../organisations/index.ts';
import type { Grant, Grantee } from './entitlements.rules.ts';

/** One row for each grant; the columns are null where nothing was granted. */
const grants = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('entitlements', 'entitlements.user_id', 'users.id')
    .select([
      'users.role',
      'users.created_at as signedUpAt',
      'entitlements.plan_name as planName',
      'entitlements.ends_at as endsAt',
      'entitlements.users',
      'entitlements.devices',
      'entitlements.storage_bytes as storageBytes',
      'entitlements.playlists',
      'entitlements.albums',
      'entitlements.sharing_groups as sharingGroups',
    ]);

type GrantRow = Awaited<ReturnType<ReturnType<typeof grants>['execute']>>[number];

/** The person, or the owner of the organisation, and what was granted to them. */
export async function findGrantee(db: Db, { userId, orgId }: OwnerScope): Promise<Grantee | undefined> {
  const rows = await (orgId === undefined
    ? grants(db).where('users.id', '=', userId)
    : grants(db)
        .innerJoin('organisation_members', 'organisation_members.user_id', 'users.id')
        .where('organisation_members.org_id', '=', orgId)
        .where('organisation_members.org_role', '=', 'owner')
  ).execute();
  const [row] = rows;
  return row && { role: row.role, signedUpAt: row.signedUpAt, grants: rows.flatMap(grantOf) };
}

function grantOf({ planName, endsAt, users, devices, storageBytes, playlists, albums, sharingGroups }: GrantRow): Grant[] {
  // Null together: the person was granted nothing.
  if (planName === null || endsAt === null || users === null || devices === null || storageBytes === null) return [];
  return [{ planName, endsAt, users, devices, storageBytes, playlists, albums, sharingGroups }];
}
