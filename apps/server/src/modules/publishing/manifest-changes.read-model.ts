import type { ManifestChange } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { Publication } from './manifest-changes.rules.ts';
import { parseSchedule, type ScheduleRow } from './publishing.rules.ts';

interface PublicationRow extends ScheduleRow {
  playlist_id: string;
  is_main: boolean;
  activated_at: Date | null;
  updated_at: Date;
  device_ids: string;
}

/** Returns the settings with which these playlists are published on these devices, each once with its devices. */
export async function listPublications(
  tx: Tx,
  { deviceIds, playlistIds }: { deviceIds: string[]; playlistIds: string[] },
): Promise<Publication[]> {
  const { rows } = await sql<PublicationRow>`
    select playlist_id, is_main, activated_at, updated_at, schedule, windows, priority, string_agg(device_id::text, ',') as device_ids
    from publishes where device_id = any(${toUuidArray(deviceIds)}) and playlist_id = any(${toUuidArray(playlistIds)})
    group by playlist_id, is_main, activated_at, updated_at, schedule, windows, priority`.execute(tx);
  return rows.map((row) => ({
    publish: {
      playlistId: row.playlist_id,
      main: row.is_main,
      activatedAt: row.activated_at?.toISOString() ?? null,
      updatedAt: row.updated_at.toISOString(),
      ...parseSchedule(row),
    },
    deviceIds: row.device_ids.split(','),
  }));
}

/** Lists the names and contents of these playlists as sent to screens. */
export async function listSerializedPlaylists(tx: Tx, playlistIds: string[]): Promise<ManifestChange['playlists']> {
  const { rows } = await sql<ManifestChange['playlists'][number]>`
    select playlist_id as "playlistId", name, encode(digest, 'hex') as contents
    from playlist_contents where playlist_id = any(${toUuidArray(playlistIds)})`.execute(tx);
  return rows;
}

/** Which of these devices have which of these playlists, by the playlist. */
export async function listDevicesByPlaylist(
  tx: Tx,
  { deviceIds, playlistIds }: { deviceIds: string[]; playlistIds: string[] },
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ playlist_id: string; device_ids: string }>`
    select playlist_id, string_agg(device_id::text, ',') as device_ids
    from publishes where playlist_id = any(${toUuidArray(playlistIds)}) and device_id = any(${toUuidArray(deviceIds)}) group by playlist_id`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.playlist_id, new Set(row.device_ids.split(','))]));
}
