import type { Db } from '../../platform/database/database.ts';
import type { Grant, Grantee } from './entitlements.rules.ts';

/** One row for each grant; the columns are null where nothing was granted. */
const selectGrants = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('entitlements', 'entitlements.user_id', 'users.id')
    .select([
      'users.id as userId',
      'users.role',
      'users.created_at as signedUpAt',
      'users.device_allowance as deviceAllowance',
      'entitlements.plan_name as planName',
      'entitlements.ends_at as endsAt',
      'entitlements.users',
      'entitlements.devices',
      'entitlements.extra_devices as extraDevices',
      'entitlements.storage_bytes as storageBytes',
      'entitlements.playlists',
      'entitlements.albums',
      'entitlements.sharing_groups as sharingGroups',
    ]);

type GrantRow = Awaited<ReturnType<ReturnType<typeof selectGrants>['execute']>>[number];

/** Finds an account and its grants. */
export const findGrantee = async (db: Db, userId: string): Promise<Grantee | undefined> => (await listGrantees(db, [userId])).get(userId);

export async function listGrantees(db: Db, userIds: readonly string[]): Promise<Map<string, Grantee>> {
  const rows = await selectGrants(db).where('users.id', 'in', userIds).execute();
  const people = [...Map.groupBy(rows, (row) => row.userId)];
  return new Map(people.flatMap(([id, [first, ...rest]]) => (first ? [[id, toGrantee([first, ...rest])] as const] : [])));
}

const toGrantee = (rows: [GrantRow, ...GrantRow[]]): Grantee => ({
  role: rows[0].role,
  signedUpAt: rows[0].signedUpAt,
  deviceAllowance: rows[0].deviceAllowance,
  grants: rows.flatMap(toGrants),
});

function toGrants({ planName, endsAt, users, devices, extraDevices, storageBytes, playlists, albums, sharingGroups }: GrantRow): Grant[] {
  // Null together: the person was granted nothing.
  if (planName === null || endsAt === null || users === null || devices === null || extraDevices === null || storageBytes === null)
    return [];
  return [{ planName, endsAt, users, devices, extraDevices, storageBytes, playlists, albums, sharingGroups }];
}
