import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Grant, GrantSource } from './entitlements.rules.ts';

/** Grant of one source to an account. */
export interface NewGrant extends Grant {
  userId: string;
  source: GrantSource;
}

/** Replaces the grant of the same source. */
export const upsertEntitlement = (tx: Tx, { userId, source, ...grant }: NewGrant) => {
  const carried = {
    plan_name: grant.planName,
    ends_at: grant.endsAt,
    users: grant.users,
    devices: grant.devices,
    extra_devices: grant.extraDevices,
    storage_bytes: grant.storageBytes,
    playlists: grant.playlists,
    albums: grant.albums,
    sharing_groups: grant.sharingGroups,
    updated_at: sql<Date>`now()`,
  };
  return tx
    .insertInto('entitlements')
    .values({ user_id: userId, source, ...carried })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet(carried))
    .execute();
};

/** Lowers the extra screens of an account that has more. */
export const updateExtraDevices = (tx: Tx, userId: string, extraDevices: number) =>
  tx
    .updateTable('entitlements')
    .set({ extra_devices: extraDevices, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('extra_devices', '>', extraDevices)
    .execute();

export const deleteEntitlement = (tx: Tx, userId: string, source: GrantSource) =>
  tx.deleteFrom('entitlements').where('user_id', '=', userId).where('source', '=', source).execute();
