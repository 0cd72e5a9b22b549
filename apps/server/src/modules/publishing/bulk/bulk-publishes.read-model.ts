import type { DevicesPlaylist } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../../platform/database/database.ts';
import { hasTagWithPlaylist } from '../tag-publishes.store.ts';
import type { PublishesOnDevices } from './removed-publishes.store.ts';

/** Lists the playlists of these devices, those on most of them first. */
export async function listDevicesPlaylists(db: Db, deviceIds: string[], limit: number): Promise<DevicesPlaylist[]> {
  const { rows } = await sql<DevicesPlaylist>`
    select playlists.id as _id, playlists.name, count(*) as devices, count(*) filter (where ${hasTagWithPlaylist}) as "byTag",
      count(*) filter (where schedule is not null) as scheduled
    from publishes join playlists on playlists.id = publishes.playlist_id
    where device_id = any(${toUuidArray(deviceIds)})
    group by playlists.id order by devices desc, lower(playlists.name), playlists.id limit ${limit}`.execute(db);
  return rows;
}

/** Counts those of these devices that have the playlist. */
export async function countDevicesWithPlaylist(tx: Tx, { playlistId, deviceIds }: PublishesOnDevices): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from publishes where playlist_id = ${playlistId} and device_id = any(${toUuidArray(deviceIds)})`.execute(tx);
  return rows[0]?.count ?? 0;
}
