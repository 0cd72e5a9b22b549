import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { matchesFilter, type PlayFilter, selectCounted } from './play-rows.read-model.ts';

/** Position of a row in the plays of a screen. */
export interface PlayPlace {
  day: string;
  playlistId: string;
  mediaId: string;
}

/** Cells of a CSV file that contain the names of these ids. */
export interface NameArrays {
  ids: string[];
  cells: string[];
}

export interface PlayLinesQuery {
  deviceId: string;
  /** Cells with the name and the time zone of the screen. */
  screen: string;
  playlists: NameArrays;
  items: NameArrays;
  filter: PlayFilter;
  after: PlayPlace | undefined;
  limit: number;
}

export interface PlayLines {
  /** Lines of the file, without rows that the hours exclude; null when no row remains. Incomplete when ids are missing. */
  lines: string | null;
  /** Position of the last row that was read. */
  last: PlayPlace | null;
  /** Number of rows that were read. */
  read: number;
  /** Existing playlists and items of these rows that have no cell in the query. The cells of deleted ones are empty. */
  missingPlaylists: string[];
  missingItems: string[];
}

/** Reads the next plays of a screen in the order of the table's key. The database builds the lines, because rows and cells would cost the server more memory. */
export async function readPlayLines(
  db: Db,
  { deviceId, screen, playlists, items, filter, after, limit }: PlayLinesQuery,
): Promise<PlayLines> {
  const place = after && sql`(day, playlist_id, media_id) > (${after.day}::date, ${after.playlistId}::uuid, ${after.mediaId}::uuid)`;
  const { rows } = await sql<Omit<PlayLines, 'last'> & { last: string | null }>`
    with plays as materialized (
      select day, playlist_id, media_id, zone, ${selectCounted(filter)} from device_plays
      where device_id = ${deviceId}::uuid and ${matchesFilter(filter)} and ${place ?? sql`true`}
      order by day, playlist_id, media_id limit ${limit})
    select string_agg(day || ',' || ${screen}::text || ',' || coalesce(playlists.cell, '') || ',' || coalesce(items.cell, '')
          || ',' || zone || ',' || count || ',' || (shown_ms + 500) / 1000 || ',' || playlist_id || ',' || media_id || E'\r\n', '' order by day, playlist_id, media_id)
        filter (where count > 0 or shown_ms > 0) as lines,
      max(concat_ws(' ', day, playlist_id, media_id) collate "C") as last, count(*)::int as read,
      coalesce(array_agg(distinct playlist_id) filter (
        where playlists.cell is null and exists (select from playlists as named where named.id = playlist_id)), '{}')::text[] as "missingPlaylists",
      coalesce(array_agg(distinct media_id) filter (
        where items.cell is null and exists (select from media where media.id = media_id)), '{}')::text[] as "missingItems"
    from plays
    left join unnest(${toUuidArray(playlists.ids)}, ${playlists.cells}::text[]) as playlists (id, cell) on playlists.id = playlist_id
    left join unnest(${toUuidArray(items.ids)}, ${items.cells}::text[]) as items (id, cell) on items.id = media_id`.execute(db);
  const [row] = rows;
  if (!row) return { lines: null, last: null, read: 0, missingPlaylists: [], missingItems: [] };
  const [day, playlistId, mediaId] = row.last?.split(' ') ?? [];
  const last = day !== undefined && playlistId !== undefined && mediaId !== undefined ? { day, playlistId, mediaId } : null;
  return { ...row, last };
}
