import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { creatorCanShare, isLinkOpen } from './album-link-access.read-model.ts';

const selectLinks = (db: Db) =>
  db
    .selectFrom('album_links')
    .innerJoin('albums', 'albums.id', 'album_links.album_id')
    .innerJoin('users as maker', 'maker.id', 'album_links.made_by')
    .select([
      'album_links.id',
      'album_links.album_id',
      'album_links.token_end',
      sql<boolean>`album_links.encrypted_token is not null`.as('can_copy'),
      'album_links.made_by',
      'maker.name as maker_name',
      sql<boolean>`album_links.password_hash is not null`.as('has_password'),
      'album_links.allows_download',
      'album_links.expires_at',
      sql<boolean>`coalesce(album_links.expires_at <= now(), false)`.as('has_expired'),
      'album_links.opened_count',
      'album_links.last_opened_at',
      'album_links.created_at',
    ]);
export type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>;

/** Lists all links of an album, newest first. Their number is limited by `LIMITS.albumLinks`. */
export const listLinks = (db: Db, albumId: string): Promise<LinkRow[]> =>
  selectLinks(db).where('album_links.album_id', '=', albumId).where(creatorCanShare).orderBy('album_links.id', 'desc').execute();

/** Returns the encrypted token of a link; null for links of earlier versions. */
export const findEncryptedToken = async (db: Db, id: string): Promise<Buffer | null> =>
  (await db.selectFrom('album_links').select('encrypted_token').where('id', '=', id).executeTakeFirst())?.encrypted_token ?? null;

export const findLink = (db: Db, id: string): Promise<LinkRow | undefined> =>
  selectLinks(db).where('album_links.id', '=', id).executeTakeFirst();

/** Finds a valid link with the public data of its album. */
export const findOpenLink = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('album_links')
    .innerJoin('albums', 'albums.id', 'album_links.album_id')
    .innerJoin('users as owner', 'owner.id', 'albums.created_by')
    .select([
      'album_links.id',
      'album_links.album_id',
      'album_links.password_hash',
      'album_links.allows_download',
      'album_links.expires_at',
      'albums.name',
      'albums.caption',
      'albums.image_count',
      'albums.video_count',
      'albums.other_count',
      'albums.document_count',
      'albums.shows_places',
      'owner.id as owner_id',
      'owner.name as owner_name',
      'owner.platform as owner_platform',
    ])
    .where('album_links.token_hash', '=', tokenHash)
    .where(isLinkOpen)
    .executeTakeFirst();
export type OpenLink = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>;

/** Returns true when the album shows this file as a document that leaves out the page. */
export async function isPageLeftOut(db: Db, albumId: string, { fileId, page }: { fileId: string; page: number }): Promise<boolean> {
  const { rows } = await sql<{ is_left_out: boolean | null }>`
    select bool_and(page_order is not null and ${page} <> all(page_order)) as is_left_out from media
    where file_id = ${fileId} and album_id = ${albumId} and kind = 'document'`.execute(db);
  return rows[0]?.is_left_out ?? false;
}
