import type { ConsoleDevicesQuery, DeviceSort, PlatformTag } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, valuesOf } from '../../platform/database/database.ts';
import { atRunTime, mergedRanges } from '../../platform/database/merged-ranges.ts';
import { beginsWith, beginsWithBehind } from '../../platform/database/text-range.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { escapeLike, partsOf, searchText } from '../../platform/search-text.ts';

export type ConsolePart = Pick<
  ConsoleDevicesQuery,
  'after' | 'page' | 'dataPerPage' | 'sort' | 'filter' | 'string' | 'startDate' | 'endDate'
> & {
  /** Instead of `after`: a place that was read before. */
  behind?: DevicePlace | undefined;
};

export interface DevicePlace {
  listed_id: string;
  listed_name: string;
}

interface Wanted {
  platforms: readonly PlatformTag[];
  links: boolean[];
  days: RawBuilder<unknown>;
  sort: DeviceSort;
  cursor: DevicePlace | undefined;
  limit: number;
  offset: number;
}

const PLATFORMS: readonly PlatformTag[] = ['PP', 'WV'];
/** So many are simply looked through for a text; an index answers for the rest. */
const LOOKED_THROUGH = 1500;
/** So many of some days are put in order of their names; of more, enough are found in that order. */
const PUT_IN_ORDER = 5000;

const isByName = (sort: DeviceSort) => sort === 'az' || sort === 'za';
const isUpwards = (sort: DeviceSort) => sort === 'az' || sort === 'ascending';

const orderOf = (sort: DeviceSort) => {
  const way = isUpwards(sort) ? sql`asc` : sql`desc`;
  return isByName(sort) ? sql`order by listed_name ${way}, listed_id ${way}` : sql`order by listed_id ${way}`;
};

const behind = ({ sort, cursor }: Pick<Wanted, 'sort' | 'cursor'>) => {
  if (!cursor) return sql<boolean>`true`;
  const than = isUpwards(sort) ? sql`>` : sql`<`;
  return isByName(sort)
    ? sql<boolean>`(listed_name, listed_id) ${than} (${cursor.listed_name}::text, ${cursor.listed_id}::uuid)`
    : sql<boolean>`listed_id ${than} ${cursor.listed_id}::uuid`;
};

/** Ids of devices are in order of when they were added, so days are a range of them. */
const within = ({ startDate, endDate }: ConsolePart) => {
  const conditions = [
    ...(startDate === undefined ? [] : [sql`listed_id >= ${firstIdAt(startDate)}::uuid`]),
    ...(endDate === undefined ? [] : [sql`listed_id < ${firstIdAt(endDate + 1)}::uuid`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
};

/** Ids of the devices that match, in order; of the partner alone for whoever sees only those. */
export async function listConsoleDevices(db: Db, seen: PlatformTag | null, part: ConsolePart): Promise<string[]> {
  const cursor = part.behind ?? (part.after === undefined ? undefined : await findDevicePlace(db, part.after));
  if (part.after !== undefined && !cursor) return [];
  const wanted: Wanted = {
    platforms: seen ? [seen] : PLATFORMS,
    links: part.filter === undefined ? [true, false] : [part.filter === '1'],
    days: within(part),
    sort: part.sort,
    cursor,
    limit: part.dataPerPage,
    offset: cursor ? 0 : (part.page - 1) * part.dataPerPage,
  };
  const text = searchText(part.string ?? '');
  if (text !== '') return find(db, wanted, text);
  const hasDays = part.startDate !== undefined || part.endDate !== undefined;
  if (hasDays && isByName(part.sort)) return (await putInOrder(db, wanted)) ?? listInOrder(db, wanted);
  return listInOrder(db, wanted);
}

/** Where a device stands in any order. */
export const findDevicePlace = async (db: Db, id: string): Promise<DevicePlace | undefined> => {
  const row = await db
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .select(['screens.listed_id', 'screens.listed_name'])
    .where('devices.id', '=', id)
    .executeTakeFirst();
  return row?.listed_id && row.listed_name !== null ? { listed_id: row.listed_id, listed_name: row.listed_name } : undefined;
};

/** Each platform, online and offline, is a range of an index: the first of each are put together, so that no filter reads what it does not show. */
const matching = ({ platforms, links, days, ...way }: Wanted, most: number, order: RawBuilder<unknown> = orderOf(way.sort)) =>
  mergedRanges(
    platforms.flatMap((platform) =>
      links.map(
        (isOnline) => sql`select listed_id, listed_name from screens
          where listed_id is not null and listed_platform = ${atRunTime(platform)} and (live_process_id is not null) = ${atRunTime(isOnline, 'boolean')}
            and ${days} and ${behind(way)}`,
      ),
    ),
    order,
    most,
  );

const idsOf = async (db: Db, query: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ listed_id: string }>`${query}`.execute(db)).rows.map((row) => row.listed_id);

const listInOrder = (db: Db, wanted: Wanted): Promise<string[]> =>
  idsOf(
    db,
    sql`select listed_id from (${matching(wanted, wanted.offset + wanted.limit)}) as found ${orderOf(wanted.sort)} offset ${wanted.offset}`,
  );

/** Undefined when there are too many of these days. */
async function putInOrder(db: Db, wanted: Wanted): Promise<string[] | undefined> {
  const { rows } = await sql<{ looked: number; ids: string[] }>`
    with of_days as materialized (${matching(wanted, PUT_IN_ORDER, sql`order by listed_id`)})
    select (select count(*) from of_days) as looked,
      array(select listed_id from of_days ${orderOf(wanted.sort)} limit ${wanted.limit} offset ${wanted.offset}) as ids`.execute(db);
  const [found] = rows;
  return found && found.looked < PUT_IN_ORDER ? found.ids : undefined;
}

/** A text that many have is found among the first; one that few have, by the index of parts. */
async function find(db: Db, wanted: Wanted, text: string): Promise<string[]> {
  const pattern = `%${escapeLike(text)}%`;
  const order = orderOf(wanted.sort);
  const { rows } = await sql<{ looked: number; ids: string[] }>`
    with first as materialized (${matching(wanted, LOOKED_THROUGH)})
    select (select count(*) from first) as looked,
      array(select listed_id from first cross join lateral (select searched from devices where id = first.listed_id offset 0) as device where searched like ${pattern}
        ${order} limit ${wanted.limit} offset ${wanted.offset}) as ids`.execute(db);
  const [found] = rows;
  if (found && (found.ids.length >= wanted.limit || found.looked < LOOKED_THROUGH)) return found.ids;
  return idsOf(db, lookUp(wanted, text));
}

/**
 * By what their names begin with, as ranges of an index in order, and by the index of parts for all else. A device has all that the order and the
 * days need, so those found by parts are put in order before any screen is read: only whether they are online is asked, one after the other, until
 * there are enough.
 */
function lookUp(wanted: Wanted, text: string): RawBuilder<unknown> {
  const { platforms, links, days, limit, offset, ...way } = wanted;
  const order = orderOf(way.sort);
  const most = sql`limit ${limit + offset}`;
  const parts = sql`select listed_id, listed_name, screen_id from ${valuesOf(platforms)} as platforms (platform) cross join lateral (
      select id as listed_id, lower(name) collate "C" as listed_name, screen_id, searched from devices
      where device_search_keys(devices.platform, searched) @> device_part_keys(platforms.platform, ${partsOf(text)}::text[]) offset 0) as parts
    where searched like ${`%${escapeLike(text)}%`} and ${days} and ${behind(way)} ${order}`;
  const byParts =
    links.length > 1
      ? sql`select listed_id, listed_name from (${parts} ${most}) as ordered`
      : sql`select listed_id, listed_name from (${parts} offset 0) as ordered cross join lateral (
          select from screens where id = ordered.screen_id and (live_process_id is not null) = ${links[0]} offset 0) as there ${most}`;
  return sql`select listed_id from (select * from (${beginning(wanted, text)}) as begun union (${byParts})) as found
    ${order} limit ${limit} offset ${offset}`;
}

/** The first of those whose name begins with the text. */
function beginning({ platforms, links, days, limit, offset, ...way }: Wanted, text: string): RawBuilder<unknown> {
  const range = { column: sql`listed_name`, text };
  const first = sql`${orderOf(way.sort)} limit ${limit + offset}`;
  const listed = sql`select listed_id, listed_name from screens where listed_id is not null
    and listed_platform = platforms.platform and (live_process_id is not null) = links.is_online and ${days}`;
  const cursor = way.cursor && { place: way.cursor.listed_name, condition: behind(way), isDescending: !isUpwards(way.sort) };
  const begun = isByName(way.sort)
    ? sql`${listed} and ${beginsWithBehind(range, cursor)} ${first}`
    : sql`select * from (${listed} and ${beginsWith(range)} offset 0) as named where ${behind(way)} ${first}`;
  return sql`select begun.* from ${valuesOf(platforms)} as platforms (platform) cross join ${valuesOf(links, 'boolean')} as links (is_online)
    cross join lateral (${begun}) as begun ${first}`;
}

/** In the order asked; those gone meanwhile are left out. */
export const listDeviceLines = async (db: Db, ids: string[]) => {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select([
      'devices.id',
      'devices.name',
      'devices.time_zone',
      'devices.show_info',
      'devices.created_at',
      'devices.platform',
      'screens.device_code',
      'screens.version_code',
      'screens.live_process_id',
      'screens.user_agent',
      'screens.environment',
      'screens.serial_number',
      'users.id as user_id',
      'users.name as user_name',
      'users.email as user_email',
      'users.is_super_admin',
    ])
    .where('devices.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
export type DeviceLineRow = Awaited<ReturnType<typeof listDeviceLines>>[number];
