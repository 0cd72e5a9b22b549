import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { isInAlbum } from './media.store.ts';

/** As one value, as all ids of an album are. The person's favourites are looked through, and not the album. */
export async function listFavouriteIds(db: Db, userId: string, albumId: string): Promise<string[]> {
  const result = await sql<{ ids: string[] | null }>`
    select json_agg(media.id) as ids from favourites join media on media.id = favourites.media_id
    where favourites.user_id = ${userId} and ${isInAlbum(albumId)}`.execute(db);
  return result.rows[0]?.ids ?? [];
}

/** Inserts favorites for the media that still exist outside the bin. Locks them in id order, like other statements on several media. */
export const insertFavourites = (tx: Tx, userId: string, mediaIds: string[]) =>
  sql`insert into favourites (user_id, media_id)
    select ${userId}, id from (select id from media where id = any(${mediaIds}::uuid[]) order by id for key share) as present
    on conflict do nothing`.execute(tx);

export const deleteFavourites = (tx: Tx, userId: string, mediaIds: string[]) =>
  sql`delete from favourites where user_id = ${userId} and media_id = any(${mediaIds}::uuid[])`.execute(tx);
