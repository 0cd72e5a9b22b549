import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface NewLink {
  id: string;
  album_id: string;
  made_by: string;
  token_hash: Buffer;
  token_end: string;
  encrypted_token: Buffer;
  password_hash: string | null;
  allows_download: boolean;
  expires_at: Date | null;
}
export type LinkChange = Partial<Pick<NewLink, 'password_hash' | 'allows_download' | 'expires_at'>>;

export const insertLink = (tx: Tx, link: NewLink) => tx.insertInto('album_links').values(link).execute();

export const updateLink = (tx: Tx, id: string, change: LinkChange) =>
  tx
    .updateTable('album_links')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst();

/** Deletes a link and returns the id of its album. */
export const deleteLink = (tx: Tx, id: string) =>
  tx.deleteFrom('album_links').where('id', '=', id).returning('album_id').executeTakeFirst();

export const incrementVisits = (tx: Tx, id: string) =>
  tx.updateTable('album_links').set({ opened_count: sql`opened_count + 1`, last_opened_at: sql`now()` }).where('id', '=', id).execute();

/** Deletes the links of a member who leaves the albums' family. */
export const deleteLinksByMember = (tx: Tx, orgId: string, userId: string) =>
  sql`delete from album_links using albums
    where albums.id = album_links.album_id and albums.org_id = ${orgId} and album_links.made_by = ${userId}`.execute(tx);

export const deleteExpiredLinks = (tx: Tx, days: number) =>
  tx.deleteFrom('album_links').where('expires_at', '<', sql<Date>`now() - make_interval(days => ${days})`).execute();
