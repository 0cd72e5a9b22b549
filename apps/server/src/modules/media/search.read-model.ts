import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/search-text.ts';

/** Up to this number of media are scanned; an index answers otherwise. */
const SCAN_LIMIT = 400;
/** Shared albums up to this size are read directly, which is faster than the index. */
const SMALL_ALBUM_SIZE = 50;
/** Longer texts are found by their beginning and then compared. */
const MAX_TRIGRAMS = 12;

const contains = (text: string) => {
  const pattern = `%${escapeLike(text)}%`;
  return sql`(lower(media.name) like ${pattern} or lower(media.caption) like ${pattern})`;
};

const size = sql`albums.image_count + albums.video_count + albums.other_count`;
const isNonEmpty = sql`albums.deleted_at is null and ${size} > 0`;

/**
 * In the order of an index, and with a limit that PostgreSQL does not know when it plans: it reads from the index then, one row after
 * the other as they are wanted, where it would else take albums for small and collect and sort all there is.
 */
const limitInIndexOrder = (order: ReturnType<typeof sql>) => sql`order by ${order} limit (select ${SCAN_LIMIT}::bigint)`;
const newest = limitInIndexOrder(sql`updated_at desc, id desc`);

/** Media to search: own and shared ones, and those of the given families. */
export interface SearchScope {
  userId: string;
  orgIds: readonly string[];
}

/** Albums shared with an account, each once. */
const selectSharedAlbums = ({ userId, orgIds }: SearchScope) => sql`
  select albums.id, ${size} as size from album_shares share join albums on albums.id = share.album_id
    where share.user_id = ${userId} and accepted_at is not null and created_by <> ${userId} and ${isNonEmpty}
      and (org_id is null or org_id <> all(${orgIds}::uuid[]))`;

/**
 * Finds the ids of media in visible albums whose name or caption contains the text. Common texts are found in the first few hundred; others are rare enough
 * for the index. The order is arbitrary, with at most `limit` results.
 */
export async function searchMedia(db: Db, scope: SearchScope, text: string, limit: number): Promise<string[]> {
  const { ids, scannedCount } = await scanNames(db, scope, text, limit);
  return ids.length >= limit || scannedCount < SCAN_LIMIT ? ids : searchIndex(db, scope, text, limit);
}

async function scanNames(db: Db, scope: SearchScope, text: string, limit: number): Promise<{ ids: string[]; scannedCount: number }> {
  const result = await sql<{ ids: string[]; scannedCount: number }>`
    with visible as ((select id from albums where created_by = ${scope.userId} and org_id is null and ${isNonEmpty} ${newest})
      union all select ours.id from unnest(${scope.orgIds}::uuid[]) as org (id) cross join lateral (
        select id from albums where org_id = org.id and ${isNonEmpty} ${newest}) ours
      union all select id from (${selectSharedAlbums(scope)}) others),
    media as materialized (
      select part.id, part.name, part.caption from visible
      cross join lateral (
        select id, name, caption from media where album_id = visible.id ${limitInIndexOrder(sql`sequence, id`)}) part
      limit ${SCAN_LIMIT})
    select (select count(*) from media) as "scannedCount",
      array(select media.id from media where ${contains(text)} limit ${limit}) as ids`.execute(db);
  return result.rows[0] ?? { ids: [], scannedCount: 0 };
}

/**
 * Searches the trigram index, one key after the other until there are enough results, then small shared albums. Finding the keys is a separate step, and
 * `offset 0` separates conditions. Otherwise PostgreSQL, which cannot know how common a text is, might scan the table or a huge shared album, or start
 * parallel workers.
 */
async function searchIndex(db: Db, scope: SearchScope, text: string, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with others as materialized (${selectSharedAlbums(scope)}),
    held as materialized (
      select whose, search_keys(whose, ${splitIntoTrigrams(text)}::text[]) as keys
      from (select ${scope.userId}::uuid as whose union all select key from further_search_keys where user_id = ${scope.userId}
        union all select unnest(${scope.orgIds}::uuid[])
        union all select id from others where size > ${SMALL_ALBUM_SIZE}) held)
    select media.id from held cross join lateral (
      select id, owner_id, album_id, name, caption from media
      where media_search_keys(owner_id, album_id, name, caption) @> held.keys offset 0) media
    where held.whose in (media.owner_id, media.album_id) and ${contains(text)}
    union all
    select media.id from others cross join lateral (select id, name, caption from media where album_id = others.id offset 0) media
    where others.size <= ${SMALL_ALBUM_SIZE} and ${contains(text)}
    limit ${limit}`.execute(db);
  return result.rows.map((row) => row.id);
}

/** As the index cuts names up; of a text of one or two characters the text itself. */
function splitIntoTrigrams(text: string): string[] {
  const characters = [...text];
  const width = Math.min(3, characters.length);
  const grams = characters.slice(0, characters.length - width + 1).map((_, place) => characters.slice(place, place + width).join(''));
  return [...new Set(grams)].slice(0, MAX_TRIGRAMS);
}
