import type { Publish } from '@vitrine/contract';
import { utcOffsetsOf } from '../../platform/utc-offsets.ts';
import type { PublishRow } from './publishing.read-model.ts';
import { parseSchedule } from './publishing.rules.ts';

export const presentPublish = (row: PublishRow, activeIds: Set<string>, now: Date): Publish => ({
  _id: row.id,
  publish_Id: row.id,
  device_Id: row.device_id,
  playlistId: { _id: row.playlist_id, name: row.playlist_name, thumbnail: row.cover_key ? { key: row.cover_key } : null },
  deviceId: {
    _id: row.device_id,
    name: row.device_name,
    deviceId: row.device_code,
    timeZone: row.time_zone,
    utcOffsets: utcOffsetsOf(row.time_zone, now),
    status: row.online ? 1 : 0,
  },
  status: activeIds.has(row.id) ? 'active' : 'onqueue',
  mainPlaylist: row.is_main,
  schedule: parseSchedule(row.schedule),
  activatedAt: row.activated_at?.toISOString() ?? null,
  isPlayable: row.is_playable,
  revokedAlbums: row.revoked_albums,
  updatedAt: row.updated_at.toISOString(),
});
