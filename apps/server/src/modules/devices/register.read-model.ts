import type { RegisterQuery } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, idsOf, valuesOf } from '../../platform/database/database.ts';
import { beginsWith } from '../../platform/database/text-range.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { escapeLike, partsOf, searchText } from '../../platform/search-text.ts';

export type RegisterPart = Pick<
  RegisterQuery,
  'after' | 'page' | 'dataPerPage' | 'sort' | 'filter' | 'string' | 'startDate' | 'endDate'
> & {
  /** Instead of `after`: a place that was read before. */
  behind?: RegisterPlace | undefined;
};

export interface RegisterPlace {
  id: string;
  device_code: string;
}

/** So many are simply looked through for a text; indexes answer for the rest. */
const LOOKED_THROUGH = 1500;
/** So many are passed by to find those of some days in the order of their device ids. */
const PASSED_BY = 6000;
/** So many of some days are put in order of their device ids; of more, enough are found in that order. */
const PUT_IN_ORDER = 5000;
/** A device id or its beginning. */
const CODE = /^[a-z]\d{0,5}$/;

const isByCode = ({ sort }: RegisterPart) => sort === 'IDascending' || sort === 'IDdescending';
const isUpwards = ({ sort }: RegisterPart) => sort === 'IDascending' || sort === 'ascending';

/** Ids are in order of when screens introduced themselves first. */
const orderOf = (part: RegisterPart) => {
  const way = isUpwards(part) ? sql`asc` : sql`desc`;
  return isByCode(part) ? sql`order by device_code ${way}` : sql`order by id ${way}`;
};

function conditionsOf(part: RegisterPart, cursor: RegisterPlace | undefined): RawBuilder<unknown> {
  const than = isUpwards(part) ? sql`>` : sql`<`;
  const conditions = [
    daysOf(part),
    ...(part.filter === undefined ? [] : [sql`environment = ${sql.lit(part.filter)}`]),
    ...(cursor ? [isByCode(part) ? sql`device_code ${than} ${cursor.device_code}` : sql`id ${than} ${cursor.id}::uuid`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

const daysOf = ({ startDate, endDate }: RegisterPart, id: RawBuilder<unknown> = sql`id`) => sql`
  ${startDate === undefined ? sql`true` : sql`${id} >= ${firstIdAt(startDate)}::uuid`}
  and ${endDate === undefined ? sql`true` : sql`${id} < ${firstIdAt(endDate + 1)}::uuid`}`;

/** Ids of the screens that match, in order. */
export async function listRegistered(db: Db, part: RegisterPart): Promise<string[]> {
  const cursor = part.behind ?? (part.after === undefined ? undefined : await findRegisterPlace(db, part.after));
  if (part.after !== undefined && !cursor) return [];
  const where = conditionsOf(part, cursor);
  const offset = cursor ? 0 : (part.page - 1) * part.dataPerPage;
  const end = sql`${orderOf(part)} limit ${part.dataPerPage} offset ${offset}`;
  const text = searchText(part.string ?? '');
  if (text !== '') {
    const placed = conditionsOf({ ...part, filter: undefined }, cursor);
    const ofAnyDay = conditionsOf({ ...part, startDate: undefined, endDate: undefined }, cursor);
    return find(db, part, { text, where, placed, ofAnyDay, end, offset });
  }
  const inDays = isByCode(part) && (part.startDate !== undefined || part.endDate !== undefined);
  return (inDays && (await putInOrder(db, where, end))) || idsOf(db, sql`select id from screens where ${where} ${end}`);
}

/** Where a screen stands in any order. */
export const findRegisterPlace = (db: Db, id: string): Promise<RegisterPlace | undefined> =>
  db.selectFrom('screens').select(['id', 'device_code']).where('id', '=', id).executeTakeFirst();

/** Undefined when there are too many of these days. */
async function putInOrder(db: Db, where: RawBuilder<unknown>, end: RawBuilder<unknown>): Promise<string[] | undefined> {
  const { rows } = await sql<{ looked: number; ids: string[] }>`
    with of_days as materialized (select id, device_code from screens where ${where} order by id limit ${PUT_IN_ORDER})
    select (select count(*) from of_days) as looked, array(select id from of_days ${end}) as ids`.execute(db);
  const [found] = rows;
  return found && found.looked < PUT_IN_ORDER ? found.ids : undefined;
}

interface Search {
  text: string;
  where: RawBuilder<unknown>;
  /** The same but for the environment, which only screens know. */
  placed: RawBuilder<unknown>;
  /** The same but for the days. */
  ofAnyDay: RawBuilder<unknown>;
  end: RawBuilder<unknown>;
  offset: number;
}

/** A text that many have is found among the first; one that few have, by each index that could know it. */
async function find(db: Db, part: RegisterPart, search: Search): Promise<string[]> {
  const hasDays = part.startDate !== undefined || part.endDate !== undefined;
  // Days are a range of ids: in their order nothing is passed by.
  if (!hasDays || !isByCode(part)) {
    const { ids, looked } = await lookThrough(db, search, sql`${SEARCHED} where ${search.where} ${orderOf(part)} limit ${LOOKED_THROUGH}`);
    return ids.length >= part.dataPerPage || looked < LOOKED_THROUGH ? ids : lookUp(db, part, search);
  }
  const ofDays = await lookThrough(db, search, sql`${SEARCHED} where ${search.where} order by id limit ${LOOKED_THROUGH}`);
  if (ofDays.looked < LOOKED_THROUGH) return ofDays.ids;
  const { ids } = await lookThrough(
    db,
    search,
    sql`select screens.* from (select id, device_code from screens where ${search.ofAnyDay} ${orderOf(part)} limit ${PASSED_BY}) as passed
      cross join lateral (${SEARCHED} where id = passed.id offset 0) as screens where ${daysOf(part, sql`passed.id`)}`,
  );
  return ids.length >= part.dataPerPage ? ids : lookUp(db, part, search);
}

const SEARCHED = sql`select id, device_code, last_code, serial_number from screens`;

/** What is found among these, and how many they are. */
async function lookThrough(db: Db, { text, end }: Search, screens: RawBuilder<unknown>): Promise<{ ids: string[]; looked: number }> {
  const pattern = `%${escapeLike(text)}%`;
  const { rows } = await sql<{ ids: string[]; looked: number }>`
    with first as materialized (${screens})
    select (select count(*) from first) as looked, array(select id from first
      left join lateral (select searched from devices where screen_id = first.id offset 0) as device on true
      where lower(device_code) like ${pattern} or lower(last_code) like ${pattern} or lower(serial_number) like ${pattern} or device.searched like ${pattern} ${end}) as ids`.execute(
    db,
  );
  return rows[0] ?? { ids: [], looked: 0 };
}

/** By each index that could know the text. */
function lookUp(db: Db, part: RegisterPart, { text, placed, end, offset }: Search): Promise<string[]> {
  const pattern = `%${escapeLike(text)}%`;
  const most = sql.lit(LOOKED_THROUGH + offset);
  const [from, until] = [text.toUpperCase().padEnd(6, '0'), text.toUpperCase().padEnd(6, '9')];
  const byCode = CODE.test(text)
    ? sql`union (select id, device_code from screens where device_code between ${from} and ${until} limit ${most})
      union (select id, device_code from screens where last_code between ${from} and ${until} limit ${most})`
    : sql``;
  // The second line of what a device is searched by is its screen's code, so that both orders are known without their screens.
  const devices = sql`select parts.screen_id as id, upper(split_part(parts.searched, chr(10), 2)) as device_code
    from ${valuesOf(['PP', 'WV'])} as platforms (platform) cross join lateral (
      select screen_id, searched from devices
      where device_search_keys(devices.platform, searched) @> device_part_keys(platforms.platform, ${partsOf(text)}::text[]) offset 0) as parts
    where parts.searched like ${pattern}
    union select begun.* from ${valuesOf(['PP', 'WV'])} as platforms (platform) cross join ${valuesOf([true, false], 'boolean')} as links (is_online)
      cross join lateral (select id, device_code from screens where listed_id is not null and listed_platform = platforms.platform
        and (live_process_id is not null) = links.is_online and ${beginsWith({ column: sql`listed_name`, text })} offset 0) as begun`;
  const known = sql`${devices}
    union (select id, device_code from screens where serial_number is not null and lower(serial_number) like ${`${escapeLike(text)}%`} limit ${most}) ${byCode}`;
  // Only as many screens are read as are shown, or are of another environment.
  const ofEnvironment =
    part.filter === undefined
      ? sql``
      : sql`cross join lateral (select from screens where screens.id = found.id and environment = ${sql.lit(part.filter)} offset 0) as there`;
  return idsOf(
    db,
    sql`select id from (select * from (${known}) as known where ${placed} ${orderOf(part)} offset 0) as found ${ofEnvironment} ${end}`,
  );
}

/** In the order asked; those gone meanwhile are left out. */
export const listRegisterRows = async (db: Db, ids: string[]) => {
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
export type RegisterRow = Awaited<ReturnType<typeof listRegisterRows>>[number];
