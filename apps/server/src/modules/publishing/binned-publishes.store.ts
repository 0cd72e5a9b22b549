import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { selectOwnersAndMembers } from '../organisations/index.ts';
import { lockDevicesForChange, lockTargetDevices } from './ownership-changes.store.ts';

const COLUMNS = sql`id, playlist_id, device_id, is_main, activated_at, schedule, windows, priority, created_at, updated_at`;

/** Moves the publishes of a locked playlist to the bin. Returns their devices. */
export async function movePublishesToBin(tx: Tx, playlistId: string): Promise<string[]> {
  const published = await tx.selectFrom('publishes').select('device_id').where('playlist_id', '=', playlistId).execute();
  // The bin refers to the devices. They are locked before their publishes, as in every change of a publish.
  await lockTargetDevices(
    tx,
    published.map((row) => row.device_id),
  );
  const { rows } = await sql<{ device_id: string }>`
    with removed as (delete from publishes where playlist_id = ${playlistId} returning ${COLUMNS})
    insert into binned_publishes (${COLUMNS}) select ${COLUMNS} from removed returning device_id`.execute(tx);
  return rows.map((row) => row.device_id);
}

/**
 * Restores the publishes of a playlist on the devices that its owner or family may still use. A main playlist that was chosen
 * after the deletion stays. Returns the devices.
 */
export async function restorePublishes(tx: Tx, playlistId: string): Promise<string[]> {
  const { rows: binned } = await sql<{ device_id: string }>`
    select device_id from binned_publishes where playlist_id = ${playlistId}`.execute(tx);
  const deviceIds = binned.map((row) => row.device_id);
  await lockDevicesForChange(tx, deviceIds);
  const { rows } = await sql<{ device_id: string }>`
    insert into publishes (${COLUMNS})
    select binned.id, playlist_id, device_id,
      is_main and not exists (select from publishes where publishes.device_id = binned.device_id and publishes.is_main),
      activated_at, schedule, windows, priority, binned.created_at, binned.updated_at
    from binned_publishes binned join playlists on playlists.id = binned.playlist_id join devices on devices.id = binned.device_id
    where binned.playlist_id = ${playlistId} and exists (
      select from ${selectOwnersAndMembers('playlists')} as owners join ${selectOwnersAndMembers('devices')} as holders using (user_id))
    returning device_id`.execute(tx);
  return rows.map((row) => row.device_id);
}
