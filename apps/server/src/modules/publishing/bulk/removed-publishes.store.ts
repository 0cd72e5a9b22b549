import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../../platform/database/database.ts';
import { selectOwnersAndMembers } from '../../organisations/index.ts';
import { hasTagWithPlaylist } from '../tag-publishes.store.ts';

const COLUMNS = sql`id, playlist_id, device_id, is_main, activated_at, schedule, windows, priority, created_at, updated_at`;

export interface PublishesOnDevices {
  playlistId: string;
  deviceIds: string[];
}

// One aggregated row, because decoding 5,000 rows takes the driver longer than the query.
const parseIds = (rows: { ids: string | null }[]): string[] => rows[0]?.ids?.split(',') ?? [];

/**
 * Removes a playlist from devices that do not have it because of a tag, and stores the publishes for `restorePublishes`. Of several
 * removals from a device, only the last one is stored, which bounds their number. Returns these devices.
 */
export async function removePublishes(
  tx: Tx,
  { playlistId, deviceIds }: PublishesOnDevices,
  { removalId, removedBy, at }: { removalId: string; removedBy: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    with removed as (
      delete from publishes where playlist_id = ${playlistId} and device_id = any(${toUuidArray(deviceIds)}) and not ${hasTagWithPlaylist}
      returning ${COLUMNS}),
    superseded as (
      delete from removed_publishes earlier using removed
      where earlier.removed_by = ${removedBy} and earlier.playlist_id = ${playlistId} and earlier.device_id = removed.device_id),
    stored as (
      insert into removed_publishes (removal_id, removed_by, removed_at, ${COLUMNS})
      select ${removalId}::uuid, ${removedBy}::uuid, ${at}::timestamptz, ${COLUMNS} from removed returning device_id)
    select string_agg(device_id::text, ',') as ids from stored`.execute(tx);
  return parseIds(rows);
}

/** Returns the playlist and the devices of a removal of this account; undefined when it has expired or was restored. */
export async function findRemoval(tx: Tx, removalId: string, removedBy: string): Promise<PublishesOnDevices | undefined> {
  const { rows } = await sql<{ playlist_id: string; ids: string }>`
    select playlist_id, string_agg(device_id::text, ',' order by device_id) as ids from removed_publishes
    where removal_id = ${removalId} and removed_by = ${removedBy} group by playlist_id`.execute(tx);
  const [row] = rows;
  return row && { playlistId: row.playlist_id, deviceIds: row.ids.split(',') };
}

/**
 * Publishes a removed playlist again on those of its devices that its owner or family may still use. A publish or a main playlist that a device got since then
 * stays. Returns the devices.
 */
export async function restorePublishes(tx: Tx, removalId: string, deviceIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    with restored as (
      insert into publishes (${COLUMNS})
      select removed.id, playlist_id, device_id,
        is_main and not exists (select from publishes where publishes.device_id = removed.device_id and publishes.is_main),
        activated_at, schedule, windows, priority, removed.created_at, removed.updated_at
      from removed_publishes removed join playlists on playlists.id = removed.playlist_id join devices on devices.id = removed.device_id
      where removed.removal_id = ${removalId} and removed.device_id = any(${toUuidArray(deviceIds)}) and exists (
        select from ${selectOwnersAndMembers('playlists')} as owners join ${selectOwnersAndMembers('devices')} as holders using (user_id))
      on conflict (device_id, playlist_id) do nothing returning device_id)
    select string_agg(device_id::text, ',') as ids from restored`.execute(tx);
  return parseIds(rows);
}

export const deleteRemoval = (tx: Tx, removalId: string) =>
  tx.deleteFrom('removed_publishes').where('removal_id', '=', removalId).execute();

export const deleteRemovalsBefore = (tx: Tx, before: Date) => tx.deleteFrom('removed_publishes').where('removed_at', '<', before).execute();
