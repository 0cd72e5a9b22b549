import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';

/**
 * Records the sources of the widgets that a playlist shows, and locks them. Returns true when they changed. The caller has locked the playlist. A source itself
 * comes before copies of it.
 */
export async function refreshPlaylistSources(tx: Tx, playlistId: string, widgetIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ named_id: string }>`
    with shown as materialized (
      select distinct on (link.named_id) link.named_id, link.source_id from media join widget_sources link on link.file_id = media.file_id
      where media.id = any(${toUuidArray([...widgetIds])}) order by link.named_id, link.source_id <> link.named_id, link.source_id),
    gone as (
      delete from playlist_sources where playlist_id = ${playlistId} and named_id not in (select named_id from shown) returning named_id),
    added as (
      insert into playlist_sources as known (playlist_id, named_id, source_id) select ${playlistId}, named_id, source_id from shown
      on conflict (playlist_id, named_id) do update set source_id = excluded.source_id where known.source_id <> excluded.source_id
      returning named_id)
    select named_id from gone union all select named_id from added`.execute(tx);
  if (widgetIds.length > 0) await lockSources(tx, playlistId);
  return rows.length > 0;
}

/**
 * Locks the sources of a playlist against changes until the transaction ends. Otherwise a concurrent change would not see the publishes of this transaction and
 * would notify only other screens. Sources are locked before devices and screens.
 */
const lockSources = (tx: Tx, playlistId: string) =>
  sql`select from sources where id in (select source_id from playlist_sources where playlist_id = ${playlistId}) order by id for share`.execute(
    tx,
  );
