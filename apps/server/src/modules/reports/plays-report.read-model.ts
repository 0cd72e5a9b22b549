import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { canReadAlbum } from '../albums/index.ts';
import { MEDIA_KEY } from '../media/index.ts';
import { isOwnedBy, type OwnerScope } from '../organisations/index.ts';
import {
  HOURS,
  matchesFilter,
  type PlayFilter,
  type PlaySources,
  selectCounted,
  selectCountedPlays,
  selectHourlyPlays,
  sumHours,
} from './play-rows.read-model.ts';

export interface Counted {
  count: number;
  shownMs: number;
}
export interface GroupRow extends Counted {
  key: string;
}

const sums = sql`coalesce(sum(count), 0)::bigint as count, coalesce(sum(shown_ms), 0)::bigint as "shownMs"`;

export async function sumPlays(db: Db, sources: PlaySources, filter: PlayFilter): Promise<Counted> {
  const { rows } = await sql<Counted>`select ${sums} from (${selectCountedPlays(sources, filter)}) as plays`.execute(db);
  return rows[0] ?? { count: 0, shownMs: 0 };
}

const FEW_GROUPS = { day: sql`to_char(day, 'YYYY-MM-DD')`, zone: sql`zone` };

/** Sums plays by day or zone. There are few of both, so that this returns all. */
export async function listFewGroups(db: Db, by: 'day' | 'zone', sources: PlaySources, filter: PlayFilter): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select ${FEW_GROUPS[by]} as key, ${sums} from (${selectCountedPlays(sources, filter)}) as plays group by 1 order by 1`.execute(db);
  return rows;
}

const MANY_GROUPS = { playlist: sql.ref('playlist_id'), item: sql.ref('media_id') };

/** Sums plays by playlist or item, the most frequent first. */
export async function listManyGroups(
  db: Db,
  by: 'playlist' | 'item',
  {
    sources,
    filter,
    after,
    limit,
  }: { sources: PlaySources; filter: PlayFilter; after?: { count: number; id: string } | undefined; limit: number },
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select key, count, "shownMs" from (
      select ${MANY_GROUPS[by]} as key, ${sums} from (${selectCountedPlays(sources, filter)}) as plays group by 1) as groups
    where (count > 0 or "shownMs" > 0) and ${after ? sql`(count, key) < (${after.count}::bigint, ${after.id}::uuid)` : sql`true`}
    order by count desc, key desc limit ${limit}`.execute(db);
  return rows;
}

type HourColumns = Record<`p${number}` | `s${number}`, number | null>;

/** Sums plays by hour. Plays without an hour have a null key. */
export async function listHourGroups(db: Db, sources: PlaySources, filter: PlayFilter): Promise<(Counted & { key: string | null })[]> {
  const { rows } = await sql<HourColumns & Counted>`
    select ${sums}, ${sumHours} from (${selectHourlyPlays(sources, filter)}) as plays`.execute(db);
  const [row] = rows;
  if (!row) return [];
  const hours = HOURS.map((hour) => ({ key: String(hour), count: row[`p${hour}`] ?? 0, shownMs: (row[`s${hour}`] ?? 0) * 1000 }));
  const known = hours.reduce((total, { count }) => total + count, 0);
  const { fromHour = 0, toHour = 23 } = filter;
  const isWhole = fromHour === 0 && toHour === 23;
  const shown = hours.filter(({ key, count, shownMs }) => Number(key) >= fromHour && Number(key) <= toHour && (count > 0 || shownMs > 0));
  return isWhole && row.count > known ? [...shown, { key: null, count: row.count - known, shownMs: 0 }] : shown;
}

/** Sums the plays of each of these screens. The sum is within the join, so that the database reads the plays of one screen after the other. */
export async function sumPlaysByScreen(db: Db, deviceIds: readonly string[], filter: PlayFilter): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select id as key, sums.* from unnest(${toUuidArray([...deviceIds])}) as ids (id)
    cross join lateral (select ${sums} from (
      select ${selectCounted(filter)} from device_plays where device_id = ids.id and ${matchesFilter(filter)}) as plays) as sums`.execute(
    db,
  );
  return rows;
}

/** Sums the plays of each of these accounts, families, tags or devices that have sums. */
export async function sumPlaysByScope(db: Db, scopeIds: readonly string[], filter: PlayFilter): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select scope_id as key, ${sums} from (
      select scope_id, ${selectCounted(filter)} from play_sums where scope_id = any(${toUuidArray([...scopeIds])}) and ${matchesFilter(filter)}) as plays
    group by 1`.execute(db);
  return rows;
}

interface ItemName {
  id: string;
  name: string;
  thumbnailKey: string;
}

/** Returns those of these media that the account can see. */
export async function listItemNames(db: Db, viewerId: string, mediaIds: readonly string[]): Promise<ItemName[]> {
  const { rows } = await sql<ItemName>`
    select media.id, media.name, ${MEDIA_KEY} as "thumbnailKey" from media join albums on albums.id = media.album_id
    where media.id = any(${toUuidArray([...mediaIds])}) and ${canReadAlbum(sql`${viewerId}::uuid`)}`.execute(db);
  return rows;
}

/** Returns the names of those of these playlists that belong to the account or the family. */
export async function listPlaylistNames(
  db: Db,
  whose: OwnerScope,
  playlistIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from playlists where id = any(${toUuidArray([...playlistIds])}) and ${isOwnedBy('playlists', whose)}`.execute(db);
  return rows;
}

interface SumState {
  days: number;
  /** When the newest of these days was summed. */
  summedAt: Date | null;
}

/** Returns how many days of a period each of these scopes has sums of. */
export async function listSumStates(db: Db, scopeIds: readonly string[], { from, to }: { from: string; to: string }): Promise<SumState[]> {
  const { rows } = await sql<SumState>`
    select count(play_sum_days.day)::int as days, (array_agg(summed_at order by day desc))[1] as "summedAt"
    from unnest(${toUuidArray([...scopeIds])}) as ids (id)
    left join play_sum_days on scope_id = ids.id and day between ${from}::date and ${to}::date
    group by ids.id`.execute(db);
  return rows;
}
