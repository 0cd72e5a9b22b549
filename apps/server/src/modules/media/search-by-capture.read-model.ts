import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/search-text.ts';
import { TAKEN_AT_SORT_KEY } from './media.read-model.ts';
import type { SearchScope } from './search.read-model.ts';
import type { DateRange } from './search.rules.ts';

/** More than any account has. */
const MAX_PLACES = 2000;

const selectOwnKeys = ({ userId, orgIds }: SearchScope) => sql`
  select ${userId}::uuid as key union all select key from further_search_keys where user_id = ${userId} union all select unnest(${orgIds}::uuid[])`;

/** Albums shared by others, each once; `which` is a further condition. */
const selectSharedAlbums = ({ userId }: SearchScope, which: RawBuilder<boolean>) => sql`
  select albums.id as key from album_shares share join albums on albums.id = share.album_id
  where share.user_id = ${userId} and accepted_at is not null and created_by <> ${userId} and deleted_at is null and ${which}`;

const isInPeriod = (when: DateRange | undefined) =>
  when === undefined ? sql`` : sql`and ${TAKEN_AT_SORT_KEY} >= ${when.from} and ${TAKEN_AT_SORT_KEY} < ${when.to}`;

/** Newest first within each key: a range of an index. */
const selectNewest = (column: RawBuilder<unknown>, keys: RawBuilder<unknown>, when: DateRange, limit: number) => sql`
  select part.id from (${keys}) held cross join lateral (
    select media.id from media where ${column} = held.key ${isInPeriod(when)} order by ${TAKEN_AT_SORT_KEY} desc limit ${limit}) part`;

/** Finds the ids of media captured in this period among all that the account can see. */
export async function searchByCaptureTime(db: Db, scope: SearchScope, when: DateRange, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${selectNewest(sql`media.owner_id`, selectOwnKeys(scope), when, limit)}
    union all ${selectNewest(sql`media.album_id`, selectSharedAlbums(scope, sql`true`), when, limit)} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Places are few: each key's are stepped through, one look at the index for each, and media are read only of those that match. */
async function searchPlaceNames(
  db: Db,
  column: RawBuilder<unknown>,
  keys: RawBuilder<unknown>,
  { text, when, limit }: PlaceSearch,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive held as materialized (${keys}), places as (
      select held.key, first.place from held cross join lateral (
        select place from media where ${column} = held.key and place is not null order by place limit 1) first
      union all
      select places.key, next.place from places cross join lateral (
        select place from media where ${column} = places.key and place > places.place order by place limit 1) next),
    matching as materialized (select key, place from (select * from places limit ${MAX_PLACES}) known where lower(place) like ${`%${escapeLike(text)}%`})
    select part.id from matching cross join lateral (
      select media.id from media where ${column} = matching.key and media.place = matching.place ${isInPeriod(when)}
      order by ${TAKEN_AT_SORT_KEY} desc limit ${limit}) part limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

interface PlaceSearch {
  /** In small letters. */
  text: string;
  when: DateRange | undefined;
  limit: number;
}

/** Finds the ids of media whose place name contains the text: own media, and those of albums that show places to the people they are shared with. */
export async function searchByPlaceName(db: Db, scope: SearchScope, search: PlaceSearch): Promise<string[]> {
  const own = await searchPlaceNames(db, sql`media.owner_id`, selectOwnKeys(scope), search);
  const shared = await searchPlaceNames(db, sql`media.album_id`, selectSharedAlbums(scope, sql`albums.shows_places`), search);
  return [...own, ...shared].slice(0, search.limit);
}
