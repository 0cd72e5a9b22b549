import { LIMITS, MEDIA_STATUS } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { canReadAlbum } from '../albums/index.ts';

/** A media item of a playlist that is ready to be shown, with the file that a screen plays. */
export interface PlayableItem {
  mediaId: string;
  albumId: string;
  kind: 'image' | 'video';
  name: string;
  durationMs: number;
  /** Media key of the original, with its rotation. */
  originalKey: string;
  fileId: string;
  sha256: string;
  sizeBytes: number;
  mimetype: string;
  /** Checksum of the HD copy; null while it does not exist or when the screen copy is not larger. */
  hdSha256: string | null;
  hdSizeBytes: number | null;
}

/** Maximum number of items. Longer playlists are truncated, because a screen could not store them. */
const MAX_ITEMS = 5000;

/** Lists what a playlist shows, in order: the ready media of its albums that its owner may see, in the sequence of albums and media. */
export async function listPlayableItems(db: Db, playlistId: string): Promise<PlayableItem[]> {
  const result = await sql<PlayableItem>`
    select media.id as "mediaId", media.album_id as "albumId", media.kind, media.name,
      case when media.kind = 'image' then coalesce(nullif(entry.duration_s, 0), ${LIMITS.imageDurationS}) * 1000
        else greatest(coalesce(playable.duration_ms, 0), 500) end as "durationMs",
      media.file_id || coalesce('~' || nullif(media.rotation, 0), '') as "originalKey", playable.id as "fileId", playable.sha256, playable.size_bytes as "sizeBytes", playable.mimetype,
      hd.sha256 as "hdSha256", hd.size_bytes as "hdSizeBytes"
    from playlist_albums entry
    join playlists on playlists.id = entry.playlist_id
    join albums on albums.id = entry.album_id
    join media on media.album_id = albums.id
    -- After a rotation, screens keep the previous copy until the rotated one exists.
    join lateral (select * from files where files.root_id = media.file_id
      and files.role = case when media.kind = 'image' then 'screen' else 'mp4' end
      order by (files.rotation = media.rotation) desc, files.created_at desc limit 1) as playable on true
    -- Made from the screen copy, so of the same type.
    left join files hd on hd.root_id = playable.root_id and hd.role = 'screen_hd' and hd.rotation = playable.rotation
    where entry.playlist_id = ${playlistId} and media.status in (5, 6) and ${canReadAlbum(sql.ref('playlists.user_id'))}
    order by entry.sequence, entry.album_id, media.sequence, media.id
    limit ${MAX_ITEMS}`.execute(db);
  return result.rows;
}

/**
 * Returns true when a playlist shows something now or after processing. Counts every state except failure, so that media that become ready meanwhile are
 * missed neither here nor by an earlier check.
 */
export async function hasMediaToShow(db: Db, playlistId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from playlist_albums entry
      join playlists on playlists.id = entry.playlist_id
      join albums on albums.id = entry.album_id
      join media on media.album_id = albums.id
      where entry.playlist_id = ${playlistId} and media.status <> ${MEDIA_STATUS.failed}
        and ${canReadAlbum(sql.ref('playlists.user_id'))}) as found`.execute(db);
  return rows[0]?.found ?? false;
}
