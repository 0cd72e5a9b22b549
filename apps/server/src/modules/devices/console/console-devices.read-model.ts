import type { ConsoleDevicesQuery, DeviceSort, PlatformTag } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, toValuesList } from '../../../platform/database/database.ts';
import { hideFromPlanner, mergeIndexRanges } from '../../../platform/database/merge-ranges.ts';
import { isPrefixed, isPrefixedAfterCursor } from '../../../platform/database/prefix-range.ts';
import { getFirstIdAt } from '../../../platform/ids.ts';
import { escapeLike, normalizeSearchText, splitIntoTrigrams } from '../../../platform/search-text.ts';
import { selectTagSettings } from '../device-operation.read-model.ts';

export type ConsoleDevicePage = Pick<
  ConsoleDevicesQuery,
  'after' | 'page' | 'dataPerPage' | 'sort' | 'filter' | 'string' | 'startDate' | 'endDate'
> & {
  /** Instead of `after`: a place that was read before. */
  behind?: DeviceCursor | undefined;
};

export interface DeviceCursor {
  listed_id: string;
  listed_name: string;
}

interface DeviceSearchRequest {
  platforms: readonly PlatformTag[];
  onlineStates: boolean[];
  days: RawBuilder<unknown>;
  sort: DeviceSort;
  cursor: DeviceCursor | undefined;
  limit: number;
  offset: number;
}

const PLATFORMS: readonly PlatformTag[] = ['PP', 'WV'];
/** Up to this number of rows are scanned for a text; an index answers otherwise. */
const SCAN_LIMIT = 1500;
/** Up to this number of rows of a period are sorted by name; with more, the name index is scanned. */
const SORT_LIMIT = 5000;

const isByName = (sort: DeviceSort) => sort === 'az' || sort === 'za';
const isAscending = (sort: DeviceSort) => sort === 'az' || sort === 'ascending';

const getOrderBy = (sort: DeviceSort) => {
  const way = isAscending(sort) ? sql`asc` : sql`desc`;
  return isByName(sort) ? sql`order by listed_name ${way}, listed_id ${way}` : sql`order by listed_id ${way}`;
};

const afterCursor = ({ sort, cursor }: Pick<DeviceSearchRequest, 'sort' | 'cursor'>) => {
  if (!cursor) return sql<boolean>`true`;
  const than = isAscending(sort) ? sql`>` : sql`<`;
  return isByName(sort)
    ? sql<boolean>`(listed_name, listed_id) ${than} (${cursor.listed_name}::text, ${cursor.listed_id}::uuid)`
    : sql<boolean>`listed_id ${than} ${cursor.listed_id}::uuid`;
};

/** Ids of devices are in order of when they were added, so days are a range of them. */
const isWithinDates = ({ startDate, endDate }: ConsoleDevicePage) => {
  const conditions = [
    ...(startDate === undefined ? [] : [sql`listed_id >= ${getFirstIdAt(startDate)}::uuid`]),
    ...(endDate === undefined ? [] : [sql`listed_id < ${getFirstIdAt(endDate + 1)}::uuid`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
};

/** Lists the ids of matching devices in order; only the partner's for callers who see only those. */
export async function listConsoleDevices(db: Db, seen: PlatformTag | null, part: ConsoleDevicePage): Promise<string[]> {
  const cursor = part.behind ?? (part.after === undefined ? undefined : await findDeviceCursor(db, part.after));
  if (part.after !== undefined && !cursor) return [];
  const wanted: DeviceSearchRequest = {
    platforms: seen ? [seen] : PLATFORMS,
    onlineStates: part.filter === undefined ? [true, false] : [part.filter === '1'],
    days: isWithinDates(part),
    sort: part.sort,
    cursor,
    limit: part.dataPerPage,
    offset: cursor ? 0 : (part.page - 1) * part.dataPerPage,
  };
  const text = normalizeSearchText(part.string ?? '');
  if (text !== '') return searchDevices(db, wanted, text);
  const hasDays = part.startDate !== undefined || part.endDate !== undefined;
  if (hasDays && isByName(part.sort)) return (await sortAll(db, wanted)) ?? listInOrder(db, wanted);
  return listInOrder(db, wanted);
}

/** Finds the position of a device in any order. */
export const findDeviceCursor = async (db: Db, id: string): Promise<DeviceCursor | undefined> => {
  const row = await db
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .select(['screens.listed_id', 'screens.listed_name'])
    .where('devices.id', '=', id)
    .executeTakeFirst();
  return row?.listed_id && row.listed_name !== null ? { listed_id: row.listed_id, listed_name: row.listed_name } : undefined;
};

/**
 * Each combination of platform and online state is a range of an index. The first rows of all ranges are merged, so that no filter reads rows that it does
 * not show.
 */
const selectMatching = (
  { platforms, onlineStates, days, ...way }: DeviceSearchRequest,
  most: number,
  order: RawBuilder<unknown> = getOrderBy(way.sort),
) =>
  mergeIndexRanges(
    platforms.flatMap((platform) =>
      onlineStates.map(
        (isOnline) => sql`select listed_id, listed_name from screens
          where listed_id is not null and listed_platform = ${hideFromPlanner(platform)} and (live_process_id is not null) = ${hideFromPlanner(isOnline, 'boolean')}
            and ${days} and ${afterCursor(way)}`,
      ),
    ),
    order,
    most,
  );

const listIds = async (db: Db, query: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ listed_id: string }>`${query}`.execute(db)).rows.map((row) => row.listed_id);

const listInOrder = (db: Db, wanted: DeviceSearchRequest): Promise<string[]> =>
  listIds(
    db,
    sql`select listed_id from (${selectMatching(wanted, wanted.offset + wanted.limit)}) as found ${getOrderBy(wanted.sort)} offset ${wanted.offset}`,
  );

/** Undefined when there are too many of these days. */
async function sortAll(db: Db, wanted: DeviceSearchRequest): Promise<string[] | undefined> {
  const { rows } = await sql<{ looked: number; ids: string[] }>`
    with of_days as materialized (${selectMatching(wanted, SORT_LIMIT, sql`order by listed_id`)})
    select (select count(*) from of_days) as looked,
      array(select listed_id from of_days ${getOrderBy(wanted.sort)} limit ${wanted.limit} offset ${wanted.offset}) as ids`.execute(db);
  const [found] = rows;
  return found && found.looked < SORT_LIMIT ? found.ids : undefined;
}

/** A text that many have is found among the first; one that few have, by the index of parts. */
async function searchDevices(db: Db, wanted: DeviceSearchRequest, text: string): Promise<string[]> {
  const pattern = `%${escapeLike(text)}%`;
  const order = getOrderBy(wanted.sort);
  const { rows } = await sql<{ looked: number; ids: string[] }>`
    with first as materialized (${selectMatching(wanted, SCAN_LIMIT)})
    select (select count(*) from first) as looked,
      array(select listed_id from first cross join lateral (select searched from devices where id = first.listed_id offset 0) as device where searched like ${pattern}
        ${order} limit ${wanted.limit} offset ${wanted.offset}) as ids`.execute(db);
  const [found] = rows;
  if (found && (found.ids.length >= wanted.limit || found.looked < SCAN_LIMIT)) return found.ids;
  return listIds(db, searchIndexes(wanted, text));
}

/**
 * Finds by prefix with sorted index ranges, and otherwise by the trigram index. Devices contain everything that the order and the period need. Trigram
 * matches are therefore sorted before screens are read, and only their online state is checked, one after the other, until there are enough.
 */
function searchIndexes(wanted: DeviceSearchRequest, text: string): RawBuilder<unknown> {
  const { platforms, onlineStates: links, days, limit, offset, ...way } = wanted;
  const order = getOrderBy(way.sort);
  const most = sql`limit ${limit + offset}`;
  const parts = sql`select listed_id, listed_name, screen_id from ${toValuesList(platforms)} as platforms (platform) cross join lateral (
      select id as listed_id, lower(name) collate "C" as listed_name, screen_id, searched from devices
      where device_search_keys(devices.platform, searched) @> device_part_keys(platforms.platform, ${splitIntoTrigrams(text)}::text[]) offset 0) as parts
    where searched like ${`%${escapeLike(text)}%`} and ${days} and ${afterCursor(way)} ${order}`;
  const byParts =
    links.length > 1
      ? sql`select listed_id, listed_name from (${parts} ${most}) as ordered`
      : sql`select listed_id, listed_name from (${parts} offset 0) as ordered cross join lateral (
          select from screens where id = ordered.screen_id and (live_process_id is not null) = ${links[0]} offset 0) as there ${most}`;
  return sql`select listed_id from (select * from (${selectByPrefix(wanted, text)}) as begun union (${byParts})) as found
    ${order} limit ${limit} offset ${offset}`;
}

/** The first of those whose name begins with the text. */
function selectByPrefix(
  { platforms, onlineStates: links, days, limit, offset, ...way }: DeviceSearchRequest,
  text: string,
): RawBuilder<unknown> {
  const range = { column: sql`listed_name`, text };
  const first = sql`${getOrderBy(way.sort)} limit ${limit + offset}`;
  const listed = sql`select listed_id, listed_name from screens where listed_id is not null
    and listed_platform = platforms.platform and (live_process_id is not null) = links.is_online and ${days}`;
  const cursor = way.cursor && { place: way.cursor.listed_name, condition: afterCursor(way), isDescending: !isAscending(way.sort) };
  const begun = isByName(way.sort)
    ? sql`${listed} and ${isPrefixedAfterCursor(range, cursor)} ${first}`
    : sql`select * from (${listed} and ${isPrefixed(range)} offset 0) as named where ${afterCursor(way)} ${first}`;
  return sql`select begun.* from ${toValuesList(platforms)} as platforms (platform) cross join ${toValuesList(links, 'boolean')} as links (is_online)
    cross join lateral (${begun}) as begun ${first}`;
}

/** Lists devices in the given order, without those that no longer exist. */
export const listConsoleDeviceRows = async (db: Db, ids: string[]) => {
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
      'devices.operating_hours',
      'devices.brightness',
      selectTagSettings.as('tag_settings'),
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
export type ConsoleDeviceRow = Awaited<ReturnType<typeof listConsoleDeviceRows>>[number];
