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

/** Inserts a favorite if the media still exists outside the bin. */
export const insertFavourite = (tx: Tx, userId: string, mediaId: string) =>
  sql`insert into favourites (user_id, media_id) select ${userId}, id from media where id = ${mediaId} for key share
    on conflict do nothing`.execute(tx);

export const deleteFavourite = (tx: Tx, userId: string, mediaId: string) =>
  tx.deleteFrom('favourites').where('user_id', '=', userId).where('media_id', '=', mediaId).execute();
