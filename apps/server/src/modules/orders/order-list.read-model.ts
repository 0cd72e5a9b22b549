import { orderType, paymentEvent } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, listIdsByQuery, toValuesList } from '../../platform/database/database.ts';
import { escapeLike, normalizeSearchText, splitIntoTrigrams } from '../../platform/search-text.ts';

export interface OrderFilter {
  orderType?: string | undefined;
  platform?: string | undefined;
  statusId?: string | undefined;
  paymentEvent?: string | undefined;
  string?: string | undefined;
  /** YYYY-MM-DD, both days included, in UTC. */
  from?: string | undefined;
  until?: string | undefined;
}

export interface OrderListPage {
  after?: string | undefined;
  /** Position read before; an alternative to `after`. */
  afterCursor?: OrderCursor | undefined;
  page: number;
  dataPerPage: number;
}

export interface OrderCursor {
  id: string;
  created_at: Date;
}

/**
 * Number of rows that are scanned for a text before the search index is used. The newest orders are stored together, but those of a filter are on separate pages,
 * and with several ranges each range scans this many rows.
 */
const SCAN_LIMIT = 6000;
const SCAN_LIMIT_ONE_FILTER = 2000;
const SCAN_LIMIT_MANY_RANGES = 1000;
const MANY_RANGES = 4;
const PLATFORMS = ['PP', 'WV'];
/** Order number as typed: the letter and the dash are optional. */
const ORDER_NUMBER_PATTERN = /^v?(\d{5,15})-?(\d)$/i;

const newestFirst = sql`order by created_at desc, id desc`;
/** Both columns are in every index, so no table rows are read for them. */
const CURSOR_COLUMNS = sql`id, created_at`;

/** Lists the ids of matching orders, newest first. */
export async function listMatchingOrders(db: Db, filter: OrderFilter, part: OrderListPage): Promise<string[]> {
  const text = normalizeSearchText(filter.string ?? '');
  const number = ORDER_NUMBER_PATTERN.exec(text);
  const numbered = number ? await findByNumber(db, filter, part, `V${number[1]}-${number[2]}`) : [];
  // Digits may also be a part of an address.
  if (numbered.length > 0) return numbered;
  const cursor = part.afterCursor ?? (part.after === undefined ? undefined : await findOrderCursor(db, part.after));
  if (part.after !== undefined && !cursor) return [];
  const offset = cursor ? 0 : (part.page - 1) * part.dataPerPage;
  if (text === '')
    return listIdsByQuery(
      db,
      sql`select id from (${selectMatching(filter, cursor, offset + part.dataPerPage)}) found ${newestFirst} offset ${offset}`,
    );
  const search = { text, cursor, limit: part.dataPerPage, offset };
  const maxRows = getScanLimit(filter);
  const { ids, areAll } = await scanNewest(db, filter, search, maxRows);
  return areAll ? ids : searchIndex(db, filter, search);
}

/** Finds the position of an order in the list. */
export const findOrderCursor = (db: Db, id: string): Promise<OrderCursor | undefined> =>
  db.selectFrom('orders').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst();

/** Finds an order by its number. The only result is on the first page. */
const findByNumber = async (db: Db, filter: OrderFilter, { after, page }: OrderListPage, number: string): Promise<string[]> =>
  after !== undefined || page > 1
    ? []
    : listIdsByQuery(
        db,
        sql`select id from orders where number = ${number} and ${buildKindConditions(filter)} and ${isWithinDates(filter, undefined)}`,
      );

/** Conditions for the period and the cursor, which are a range in every index. */
function isWithinDates({ from, until }: OrderFilter, cursor: OrderCursor | undefined): RawBuilder<boolean> {
  const conditions = [
    ...(from === undefined ? [] : [sql`created_at >= ${from}::date::timestamp at time zone 'UTC'`]),
    ...(until === undefined ? [] : [sql`created_at < (${until}::date + 1)::timestamp at time zone 'UTC'`]),
    ...(cursor ? [sql`(created_at, id) < (${cursor.created_at}::timestamptz, ${cursor.id}::uuid)`] : []),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The same filter as conditions on a row that was found another way. */
function buildKindConditions({ orderType: type, platform, statusId, paymentEvent: event }: OrderFilter): RawBuilder<boolean> {
  const conditions = [
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(platform === undefined ? [] : [sql`platform = ${platform}`]),
    ...(statusId === undefined ? [] : [sql`status_id = ${statusId}`]),
    ...(event === undefined ? [] : [sql`payment_event = ${event}`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const countKindFilters = ({ orderType: type, platform, statusId, paymentEvent: event }: OrderFilter): number =>
  [type, platform, statusId, event].filter((value) => value !== undefined).length;

/** Returns the number of index ranges whose newest rows are merged: one with at most one filter. */
function countIndexRanges(filter: OrderFilter): number {
  if (countKindFilters(filter) <= 1) return 1;
  const { orderType: type, platform, paymentEvent: event } = filter;
  return (
    (type === undefined ? orderType.options.length : 1) *
    (platform === undefined ? PLATFORMS.length : 1) *
    (event === undefined ? paymentEvent.options.length : 1)
  );
}

const getScanLimit = (filter: OrderFilter): number => {
  if (countKindFilters(filter) === 0) return SCAN_LIMIT;
  return countIndexRanges(filter) < MANY_RANGES ? SCAN_LIMIT_ONE_FILTER : SCAN_LIMIT_MANY_RANGES;
};

/**
 * Selects the newest matches. Each single filter, and no filter, has a sorted index. Each combination of several platforms, types and payment states is a
 * range of one: their newest rows are merged, so that no filter reads rows that it does not show.
 */
function selectMatching(
  filter: OrderFilter,
  cursor: OrderCursor | undefined,
  limit: number,
  columns = CURSOR_COLUMNS,
): RawBuilder<unknown> {
  const { orderType: type, platform, statusId, paymentEvent: event } = filter;
  const range = isWithinDates(filter, cursor);
  if (countIndexRanges(filter) === 1)
    return sql`select ${columns} from orders where ${buildKindConditions(filter)} and ${range} ${newestFirst} limit ${limit}`;
  const one = (value: string | undefined, all: readonly string[]) => toValuesList(value === undefined ? all : [value]);
  return sql`select part.*
    from ${one(platform, PLATFORMS)} as platforms (platform)
    cross join ${one(type, orderType.options)} as types (type)
    cross join ${one(event, paymentEvent.options)} as events (event)
    cross join lateral (select ${columns} from orders
      where ${statusId === undefined ? sql`true` : sql`status_id = ${statusId}`}
        and orders.platform = platforms.platform and orders.type = types.type and orders.payment_event = events.event and ${range}
      ${newestFirst} limit ${limit}) as part
    ${newestFirst} limit ${limit}`;
}

interface SearchRequest {
  text: string;
  cursor: OrderCursor | undefined;
  limit: number;
  offset: number;
}

const contains = (text: string) => sql`searched like ${`%${escapeLike(text)}%`}`;

/** Finds common texts among the newest orders, which are read until a page is full. The last row states whether the scan stopped at its limit. */
async function scanNewest(db: Db, filter: OrderFilter, { text, cursor, limit, offset }: SearchRequest, maxRows: number) {
  const { rows } = await sql<{ id: string | null }>`
    (select id from (${selectMatching(filter, cursor, maxRows, sql`id, created_at, searched`)}) newest
      where ${contains(text)} ${newestFirst} limit ${limit} offset ${offset})
    union all (select null::uuid from (${selectMatching(filter, cursor, maxRows)}) newest offset ${maxRows - 1} limit 1)
    limit ${limit}`.execute(db);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return { ids, areAll: ids.length === rows.length };
}

/**
 * Finds rare texts with the trigram index, whose keys contain platform and type. The lookup is a separate step (`offset 0`), because PostgreSQL, which cannot
 * know how rare the text is, might read the table in order and hope for an early match. Only the sort key of the matches is kept.
 */
const searchIndex = (db: Db, filter: OrderFilter, { text, cursor, limit, offset }: SearchRequest): Promise<string[]> => {
  const platforms = filter.platform === undefined ? PLATFORMS : [filter.platform];
  const types = filter.orderType === undefined ? orderType.options : [filter.orderType];
  return listIdsByQuery(
    db,
    sql`select id from ${toValuesList(platforms)} as platforms (of_platform) cross join ${toValuesList(types)} as types (of_type)
    cross join lateral (select id, created_at, type, platform, status_id, payment_event, searched from orders
      where order_search_keys(platform, type, payer_name, payer_email) @> order_part_keys(of_platform, of_type, ${splitIntoTrigrams(text)}::text[]) offset 0) as found
    where ${contains(text)} and ${buildKindConditions(filter)} and ${isWithinDates(filter, cursor)}
    ${newestFirst} limit ${limit} offset ${offset}`,
  );
};
