import type { RegistryQuery } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, listIdsByQuery, toValuesList } from '../../../platform/database/database.ts';
import { isPrefixed } from '../../../platform/database/prefix-range.ts';
import { getFirstIdAt } from '../../../platform/ids.ts';
import { escapeLike, normalizeSearchText, splitIntoTrigrams } from '../../../platform/search-text.ts';

export type RegistryPage = Pick<
  RegistryQuery,
  'after' | 'page' | 'dataPerPage' | 'sort' | 'filter' | 'string' | 'startDate' | 'endDate'
> & {
  /** Instead of `after`: a place that was read before. */
  afterCursor?: RegistryCursor | undefined;
};

export interface RegistryCursor {
  id: string;
  device_code: string;
}

/** Up to this number of rows are scanned for a text; indexes answer otherwise. */
const SCAN_LIMIT = 1500;
/** Up to this number of rows are skipped to find those of a period in the order of device ids. */
const SKIP_LIMIT = 6000;
/** Up to this number of rows of a period are sorted by device id; with more, the index of device ids is scanned. */
const SORT_LIMIT = 5000;
/** A device id or its beginning. */
const DEVICE_CODE_PREFIX = /^[a-z]\d{0,5}$/;

const isByCode = ({ sort }: RegistryPage) => sort === 'IDascending' || sort === 'IDdescending';
const isAscending = ({ sort }: RegistryPage) => sort === 'IDascending' || sort === 'ascending';

/** Ids are in order of when screens introduced themselves first. */
const getOrderBy = (part: RegistryPage) => {
  const way = isAscending(part) ? sql`asc` : sql`desc`;
  return isByCode(part) ? sql`order by device_code ${way}` : sql`order by id ${way}`;
};

function buildConditions(part: RegistryPage, cursor: RegistryCursor | undefined): RawBuilder<unknown> {
  const than = isAscending(part) ? sql`>` : sql`<`;
  const conditions = [
    isWithinDates(part),
    ...(part.filter === undefined ? [] : [sql`environment = ${sql.lit(part.filter)}`]),
    ...(cursor ? [isByCode(part) ? sql`device_code ${than} ${cursor.device_code}` : sql`id ${than} ${cursor.id}::uuid`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

const isWithinDates = ({ startDate, endDate }: RegistryPage, id: RawBuilder<unknown> = sql`id`) => sql`
  ${startDate === undefined ? sql`true` : sql`${id} >= ${getFirstIdAt(startDate)}::uuid`}
  and ${endDate === undefined ? sql`true` : sql`${id} < ${getFirstIdAt(endDate + 1)}::uuid`}`;

/** Ids of the screens that match, in order. */
export async function listRegistryIds(db: Db, part: RegistryPage): Promise<string[]> {
  const cursor = part.afterCursor ?? (part.after === undefined ? undefined : await findRegistryCursor(db, part.after));
  if (part.after !== undefined && !cursor) return [];
  const where = buildConditions(part, cursor);
  const offset = cursor ? 0 : (part.page - 1) * part.dataPerPage;
  const limitClause = sql`${getOrderBy(part)} limit ${part.dataPerPage} offset ${offset}`;
  const text = normalizeSearchText(part.string ?? '');
  if (text !== '') {
    const afterCursorCondition = buildConditions({ ...part, filter: undefined }, cursor);
    const unrestricted = buildConditions({ ...part, startDate: undefined, endDate: undefined }, cursor);
    return searchRegistry(db, part, { text, where, placed: afterCursorCondition, ofAnyDay: unrestricted, end: limitClause, offset });
  }
  const inDays = isByCode(part) && (part.startDate !== undefined || part.endDate !== undefined);
  return (
    (inDays && (await sortAll(db, where, limitClause))) || listIdsByQuery(db, sql`select id from screens where ${where} ${limitClause}`)
  );
}

/** Finds the position of a screen in any order. */
export const findRegistryCursor = (db: Db, id: string): Promise<RegistryCursor | undefined> =>
  db.selectFrom('screens').select(['id', 'device_code']).where('id', '=', id).executeTakeFirst();

/** Undefined when there are too many of these days. */
async function sortAll(db: Db, where: RawBuilder<unknown>, end: RawBuilder<unknown>): Promise<string[] | undefined> {
  const { rows } = await sql<{ looked: number; ids: string[] }>`
    with of_days as materialized (select id, device_code from screens where ${where} order by id limit ${SORT_LIMIT})
    select (select count(*) from of_days) as looked, array(select id from of_days ${end}) as ids`.execute(db);
  const [found] = rows;
  return found && found.looked < SORT_LIMIT ? found.ids : undefined;
}

interface Search {
  text: string;
  where: RawBuilder<unknown>;
  /** The same conditions without the environment, which only screens have. */
  placed: RawBuilder<unknown>;
  /** The same conditions without the period. */
  ofAnyDay: RawBuilder<unknown>;
  end: RawBuilder<unknown>;
  offset: number;
}

/** A text that many have is found among the first; one that few have, by each index that could know it. */
async function searchRegistry(db: Db, part: RegistryPage, search: Search): Promise<string[]> {
  const hasDays = part.startDate !== undefined || part.endDate !== undefined;
  // Days are a range of ids: in their order nothing is passed by.
  if (!hasDays || !isByCode(part)) {
    const { ids, scannedCount } = await scanFirst(
      db,
      search,
      sql`${SELECT_SEARCHED} where ${search.where} ${getOrderBy(part)} limit ${SCAN_LIMIT}`,
    );
    return ids.length >= part.dataPerPage || scannedCount < SCAN_LIMIT ? ids : searchIndexes(db, part, search);
  }
  const ofDays = await scanFirst(db, search, sql`${SELECT_SEARCHED} where ${search.where} order by id limit ${SCAN_LIMIT}`);
  if (ofDays.scannedCount < SCAN_LIMIT) return ofDays.ids;
  const { ids } = await scanFirst(
    db,
    search,
    sql`select screens.* from (select id, device_code from screens where ${search.ofAnyDay} ${getOrderBy(part)} limit ${SKIP_LIMIT}) as passed
      cross join lateral (${SELECT_SEARCHED} where id = passed.id offset 0) as screens where ${isWithinDates(part, sql`passed.id`)}`,
  );
  return ids.length >= part.dataPerPage ? ids : searchIndexes(db, part, search);
}

const SELECT_SEARCHED = sql`select id, device_code, last_code, serial_number from screens`;

/** Returns the matches among these screens, and how many were scanned. */
async function scanFirst(db: Db, { text, end }: Search, screens: RawBuilder<unknown>): Promise<{ ids: string[]; scannedCount: number }> {
  const pattern = `%${escapeLike(text)}%`;
  const { rows } = await sql<{ ids: string[]; scannedCount: number }>`
    with first as materialized (${screens})
    select (select count(*) from first) as "scannedCount", array(select id from first
      left join lateral (select searched from devices where screen_id = first.id offset 0) as device on true
      where lower(device_code) like ${pattern} or lower(last_code) like ${pattern} or lower(serial_number) like ${pattern} or device.searched like ${pattern} ${end}) as ids`.execute(
    db,
  );
  return rows[0] ?? { ids: [], scannedCount: 0 };
}

/** Searches with each index that may contain the text. */
function searchIndexes(db: Db, part: RegistryPage, { text, placed, end, offset }: Search): Promise<string[]> {
  const pattern = `%${escapeLike(text)}%`;
  const most = sql.lit(SCAN_LIMIT + offset);
  const [from, until] = [text.toUpperCase().padEnd(6, '0'), text.toUpperCase().padEnd(6, '9')];
  const byCode = DEVICE_CODE_PREFIX.test(text)
    ? sql`union (select id, device_code from screens where device_code between ${from} and ${until} limit ${most})
      union (select id, device_code from screens where last_code between ${from} and ${until} limit ${most})`
    : sql``;
  // The second line of what a device is searched by is its screen's code, so that both orders are known without their screens.
  const devices = sql`select parts.screen_id as id, upper(split_part(parts.searched, chr(10), 2)) as device_code
    from ${toValuesList(['PP', 'WV'])} as platforms (platform) cross join lateral (
      select screen_id, searched from devices
      where device_search_keys(devices.platform, searched) @> device_part_keys(platforms.platform, ${splitIntoTrigrams(text)}::text[]) offset 0) as parts
    where parts.searched like ${pattern}
    union select begun.* from ${toValuesList(['PP', 'WV'])} as platforms (platform) cross join ${toValuesList([true, false], 'boolean')} as links (is_online)
      cross join lateral (select id, device_code from screens where listed_id is not null and listed_platform = platforms.platform
        and (live_process_id is not null) = links.is_online and ${isPrefixed({ column: sql`listed_name`, text })} offset 0) as begun`;
  const known = sql`${devices}
    union (select id, device_code from screens where serial_number is not null and lower(serial_number) like ${`${escapeLike(text)}%`} limit ${most}) ${byCode}`;
  // Only as many screens are read as are shown, or are of another environment.
  const ofEnvironment =
    part.filter === undefined
      ? sql``
      : sql`cross join lateral (select from screens where screens.id = found.id and environment = ${sql.lit(part.filter)} offset 0) as there`;
  return listIdsByQuery(
    db,
    sql`select id from (select * from (${known}) as known where ${placed} ${getOrderBy(part)} offset 0) as found ${ofEnvironment} ${end}`,
  );
}

/** Lists devices in the given order, without those that no longer exist. */
export const listRegistryRows = async (db: Db, ids: string[]) => {
  const rows = await db
    .selectFrom('screens')
    .leftJoin('devices', 'devices.screen_id', 'screens.id')
    .leftJoin('users', 'users.id', 'devices.user_id')
    .select([
      'screens.id',
      'screens.device_code',
      'screens.last_code',
      'screens.created_at',
      'screens.serial_number',
      'screens.environment',
      'screens.version_code',
      'screens.live_process_id',
      'users.name as owner_name',
    ])
    .where('screens.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
export type RegistryRow = Awaited<ReturnType<typeof listRegistryRows>>[number];
