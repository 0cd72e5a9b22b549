import { orderType, paymentEvent } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, idsOf, valuesOf } from '../../platform/database/database.ts';
import { escapeLike, partsOf, searchText } from '../../platform/search-text.ts';

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

export interface OrderPart {
  after?: string | undefined;
  /** Instead of `after`: a place that was read before. */
  behind?: OrderPlace | undefined;
  page: number;
  dataPerPage: number;
}

export interface OrderPlace {
  id: string;
  created_at: Date;
}

/** So many are simply looked through for a text; an index answers for the rest. The newest of all lie side by side; those of a filter each on a page of its own, and of many ranges each has as many. */
const LOOKED_THROUGH = 6000;
const LOOKED_THROUGH_OF_ONE = 2000;
const LOOKED_THROUGH_OF_MANY = 1000;
const MANY_RANGES = 4;
const PLATFORMS = ['PP', 'WV'];
/** As an order's number is read: the letter and the dash may be left out by whoever types it. */
const NUMBER = /^v?(\d{5,15})-?(\d)$/i;

const newestFirst = sql`order by created_at desc, id desc`;
/** An index has both, so that no row is read for them. */
const PLACE = sql`id, created_at`;

/** Ids of the orders that match, newest first. */
export async function listMatching(db: Db, filter: OrderFilter, part: OrderPart): Promise<string[]> {
  const text = searchText(filter.string ?? '');
  const number = NUMBER.exec(text);
  const numbered = number ? await findNumbered(db, filter, part, `V${number[1]}-${number[2]}`) : [];
  // Digits may also be a part of an address.
  if (numbered.length > 0) return numbered;
  const cursor = part.behind ?? (part.after === undefined ? undefined : await findOrderPlace(db, part.after));
  if (part.after !== undefined && !cursor) return [];
  const offset = cursor ? 0 : (part.page - 1) * part.dataPerPage;
  if (text === '')
    return idsOf(db, sql`select id from (${matching(filter, cursor, offset + part.dataPerPage)}) found ${newestFirst} offset ${offset}`);
  const wanted = { text, cursor, limit: part.dataPerPage, offset };
  const most = lookedThrough(filter);
  const { ids, areAll } = await lookThrough(db, filter, wanted, most);
  return areAll ? ids : lookUp(db, filter, wanted);
}

/** Where an order stands in the list. */
export const findOrderPlace = (db: Db, id: string): Promise<OrderPlace | undefined> =>
  db.selectFrom('orders').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst();

/** A number names one order, which is on the first page. */
const findNumbered = async (db: Db, filter: OrderFilter, { after, page }: OrderPart, number: string): Promise<string[]> =>
  after !== undefined || page > 1
    ? []
    : idsOf(db, sql`select id from orders where number = ${number} and ${kindsOf(filter)} and ${within(filter, undefined)}`);

/** What is between the days and behind the cursor: a range of any of the indexes. */
function within({ from, until }: OrderFilter, cursor: OrderPlace | undefined): RawBuilder<boolean> {
  const conditions = [
    ...(from === undefined ? [] : [sql`created_at >= ${from}::date::timestamp at time zone 'UTC'`]),
    ...(until === undefined ? [] : [sql`created_at < (${until}::date + 1)::timestamp at time zone 'UTC'`]),
    ...(cursor ? [sql`(created_at, id) < (${cursor.created_at}::timestamptz, ${cursor.id}::uuid)`] : []),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The same filter as conditions on a row that was found another way. */
function kindsOf({ orderType: type, platform, statusId, paymentEvent: event }: OrderFilter): RawBuilder<boolean> {
  const conditions = [
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(platform === undefined ? [] : [sql`platform = ${platform}`]),
    ...(statusId === undefined ? [] : [sql`status_id = ${statusId}`]),
    ...(event === undefined ? [] : [sql`payment_event = ${event}`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const countKinds = ({ orderType: type, platform, statusId, paymentEvent: event }: OrderFilter): number =>
  [type, platform, statusId, event].filter((value) => value !== undefined).length;

/** Of how many ranges of an index the newest are put together: one, where at most one filter is set. */
function rangesOf(filter: OrderFilter): number {
  if (countKinds(filter) <= 1) return 1;
  const { orderType: type, platform, paymentEvent: event } = filter;
  return (
    (type === undefined ? orderType.options.length : 1) *
    (platform === undefined ? PLATFORMS.length : 1) *
    (event === undefined ? paymentEvent.options.length : 1)
  );
}

const lookedThrough = (filter: OrderFilter): number => {
  if (countKinds(filter) === 0) return LOOKED_THROUGH;
  return rangesOf(filter) < MANY_RANGES ? LOOKED_THROUGH_OF_ONE : LOOKED_THROUGH_OF_MANY;
};

/**
 * The newest that match. No filter, and each alone, has an index that is in order. Of several, each combination of platform, type and payment is a
 * range of one: the newest of each are put together, so that no filter reads what it does not show.
 */
function matching(filter: OrderFilter, cursor: OrderPlace | undefined, limit: number, columns = PLACE): RawBuilder<unknown> {
  const { orderType: type, platform, statusId, paymentEvent: event } = filter;
  const range = within(filter, cursor);
  if (rangesOf(filter) === 1) return sql`select ${columns} from orders where ${kindsOf(filter)} and ${range} ${newestFirst} limit ${limit}`;
  const one = (value: string | undefined, all: readonly string[]) => valuesOf(value === undefined ? all : [value]);
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

interface Wanted {
  text: string;
  cursor: OrderPlace | undefined;
  limit: number;
  offset: number;
}

const contains = (text: string) => sql`searched like ${`%${escapeLike(text)}%`}`;

/**
 * A text that many have is found among the newest, which are read one by one until a page is full. Only when it is not, the last row says that there
 * were so many to look through, and may be more.
 */
async function lookThrough(db: Db, filter: OrderFilter, { text, cursor, limit, offset }: Wanted, most: number) {
  const { rows } = await sql<{ id: string | null }>`
    (select id from (${matching(filter, cursor, most, sql`id, created_at, searched`)}) newest
      where ${contains(text)} ${newestFirst} limit ${limit} offset ${offset})
    union all (select null::uuid from (${matching(filter, cursor, most)}) newest offset ${most - 1} limit 1)
    limit ${limit}`.execute(db);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return { ids, areAll: ids.length === rows.length };
}

/**
 * A text that few have, by the index of parts; platform and type are in its keys, since who orders what goes with both. It is looked up by itself
 * (`offset 0`), so that PostgreSQL, which cannot know how rare the text is, does not read the table in order instead, hoping to find it soon; and
 * nothing but the order is kept of what it finds.
 */
const lookUp = (db: Db, filter: OrderFilter, { text, cursor, limit, offset }: Wanted): Promise<string[]> => {
  const platforms = filter.platform === undefined ? PLATFORMS : [filter.platform];
  const types = filter.orderType === undefined ? orderType.options : [filter.orderType];
  return idsOf(
    db,
    sql`select id from ${valuesOf(platforms)} as platforms (of_platform) cross join ${valuesOf(types)} as types (of_type)
    cross join lateral (select id, created_at, type, platform, status_id, payment_event, searched from orders
      where order_search_keys(platform, type, payer_name, payer_email) @> order_part_keys(of_platform, of_type, ${partsOf(text)}::text[]) offset 0) as found
    where ${contains(text)} and ${kindsOf(filter)} and ${within(filter, cursor)}
    ${newestFirst} limit ${limit} offset ${offset}`,
  );
};
