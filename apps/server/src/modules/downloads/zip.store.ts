import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface NewDownloadToken {
  id: string;
  user_id: string;
  /** Null for media of several albums. */
  album_id: string | null;
  media_ids: string[] | null;
}

/** Number of unused tokens that an account may have. Older ones are deleted. */
const MAX_TOKENS_PER_USER = 20;

export async function insertDownloadToken(tx: Tx, token: NewDownloadToken, minutes: number): Promise<void> {
  await tx
    .insertInto('zip_tickets')
    .values({ ...token, expires_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .execute();
  await sql`delete from zip_tickets where id in (
    select id from zip_tickets where user_id = ${token.user_id} order by id desc offset ${MAX_TOKENS_PER_USER})`.execute(tx);
}

/** Finds a download token with the name of its album, if it has one. */
export const findDownloadToken = (db: Db, id: string, userId: string) =>
  db
    .selectFrom('zip_tickets')
    .leftJoin('albums', 'albums.id', 'zip_tickets.album_id')
    .select(['zip_tickets.album_id', 'zip_tickets.media_ids', 'albums.name'])
    .where('zip_tickets.id', '=', id)
    .where('zip_tickets.user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

export const deleteExpiredDownloadTokens = (tx: Tx) => tx.deleteFrom('zip_tickets').where('expires_at', '<=', sql<Date>`now()`).execute();
