import { type LayoutZone, LIMITS, MEDIA_STATUS, type MediaValidity, SIDE_ZONES } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { canReadAlbum } from '../albums/index.ts';

/** A media item of a playlist that is ready to be shown, with the file that a screen plays. */
export interface PlayableItem {
  /** Id of the media item, with the page of a document: `<mediaId>.7`. */
  id: string;
  mediaId: string;
  albumId: string;
  zone: LayoutZone;
  kind: 'image' | 'video' | 'widget' | 'web' | 'live';
  name: string;
  durationMs: number;
  /** When screens show it; null is always. */
  valid: MediaValidity | null;
  /** Media key of the original, with its rotation and page. */
  originalKey: string;
  fileId: string;
  sha256: string;
  sizeBytes: number;
  mimetype: string;
  /** Checksum of the HD copy; null while it does not exist or when the screen copy is not larger. */
  hdSha256: string | null;
  hdSizeBytes: number | null;
  /** Checksum of the 1080p copy of a video; null without one. */
  fullHdSha256: string | null;
  fullHdSizeBytes: number | null;
}

/** Maximum number of items in all zones. Longer playlists are truncated, because a screen could not store them. */
const MAX_ITEMS = 5000;

/** Selects the parts of a media item that are played one after the other: the pages of a document, or one part with page 0. */
const selectParts = sql`
  select 0 as page, 0 as place where media.kind <> 'document'
  union all
  select shown.page, shown.place from files as document
  cross join lateral unnest(coalesce(media.page_order, array(select generate_series(1, document.page_count)::smallint)))
    with ordinality as shown (page, place)
  where media.kind = 'document' and document.id = media.file_id`;

/**
 * Lists what a playlist shows, in order: the ready media of its albums that its owner may see, in the sequence of albums, media and pages. A page of a document
 * is an image. The main zone precedes the others. Leaves out items of albums that the viewer cannot see; null for none.
 */
export async function listPlayableItems(db: Db, playlistId: string, viewerId: string | null = null): Promise<PlayableItem[]> {
  const result = await sql<PlayableItem>`
    select media.id || coalesce('.' || nullif(part.page, 0), '') as id, media.id as "mediaId", media.album_id as "albumId", entry.zone,
      case when media.kind = 'document' then 'image' else media.kind end as kind, media.name,
      case when media.kind <> 'video' then coalesce(media.duration_ms, coalesce(nullif(entry.duration_s, 0), ${LIMITS.imageDurationS}) * 1000)
        else greatest(coalesce(playable.duration_ms, 0), 500) end as "durationMs", media.valid,
      media.file_id || coalesce('.' || nullif(part.page, 0), '') || coalesce('~' || nullif(media.rotation, 0), '') as "originalKey",
      playable.id as "fileId", playable.sha256, playable.size_bytes as "sizeBytes", playable.mimetype,
      hd.sha256 as "hdSha256", hd.size_bytes as "hdSizeBytes",
      full_hd.sha256 as "fullHdSha256", full_hd.size_bytes as "fullHdSizeBytes"
    from playlist_albums entry
    join playlists on playlists.id = entry.playlist_id
    join albums on albums.id = entry.album_id
    join media on media.album_id = albums.id
    cross join lateral (${selectParts}) as part
    -- After a rotation, screens keep the previous copy until the rotated one exists.
    join lateral (select * from files where files.root_id = media.file_id
      and files.role = case when media.kind = 'video' then 'mp4' else 'screen' end and files.page = part.page
      order by (files.rotation = media.rotation) desc, files.created_at desc limit 1) as playable on true
    -- Made from the screen copy, so of the same type.
    left join files hd on hd.root_id = playable.root_id and hd.role = 'screen_hd' and hd.rotation = playable.rotation and hd.page = playable.page
    left join files full_hd on full_hd.root_id = playable.root_id and full_hd.role = 'mp4_hd' and playable.role = 'mp4'
    where entry.playlist_id = ${playlistId} and media.status in (5, 6)
      and not exists (select from web_pages page where media.kind = 'web' and page.file_id = media.file_id and page.framing in ('forbidden', 'own'))
      and ${canReadAlbum(sql.ref('playlists.user_id'))}
      and ${viewerId === null ? sql`true` : sql`(playlists.user_id = ${viewerId}::uuid or ${canReadAlbum(sql`${viewerId}::uuid`)})`}
    order by array_position(${['main', ...SIDE_ZONES]}::text[], entry.zone), entry.sequence, entry.album_id, media.sequence, media.id, part.place
    limit ${MAX_ITEMS}`.execute(db);
  return result.rows;
}

/**
 * Returns true when the main zone of a playlist shows something now or after processing. Counts every state except failure, so that media that become ready
 * after this check or an earlier one are not missed.
 */
export async function hasMediaToShow(db: Db, playlistId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from playlist_albums entry
      join playlists on playlists.id = entry.playlist_id
      join albums on albums.id = entry.album_id
      join media on media.album_id = albums.id
      where entry.playlist_id = ${playlistId} and entry.zone = 'main' and media.status <> ${MEDIA_STATUS.failed}
        and ${canReadAlbum(sql.ref('playlists.user_id'))}) as found`.execute(db);
  return rows[0]?.found ?? false;
}
