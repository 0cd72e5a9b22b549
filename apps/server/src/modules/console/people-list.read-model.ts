import { type PeopleSort, platform, type Role, role } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, toValuesList } from '../../platform/database/database.ts';
import { hideFromPlanner, mergeIndexRanges } from '../../platform/database/merge-ranges.ts';
import { isPrefixed, isPrefixedAfterCursor } from '../../platform/database/prefix-range.ts';
import { escapeLike, normalizeSearchText, splitIntoTrigrams } from '../../platform/search-text.ts';

export interface PeopleFilterValues {
  sort: PeopleSort;
  role?: Role | undefined;
  platform?: 'PP' | 'WV' | undefined;
  /** Includes disabled accounts. */
  withDisabled: boolean;
  string?: string | undefined;
  /** When they signed up, both included. */
  from?: Date | undefined;
  until?: Date | undefined;
}

export interface PeoplePage {
  after?: string | undefined;
  /** Instead of `after`: a place that was read before. */
  behind?: PersonCursor | undefined;
  page: number;
  dataPerPage: number;
}

export interface PersonCursor {
  user_id: string;
  /** Value of the sort key. */
  place: string | Date;
}

/** Up to this number of rows are scanned for a text; indexes answer otherwise. Fewer by month, because each month scans this many. */
const SCAN_LIMIT = 2000;
const SCAN_LIMIT_BY_MONTH = 1000;
/** Up to this number of accounts of a period are sorted. */
const SORT_LIMIT = 5000;
const EPOCH = new Date(0);

/** An order as the indexes have it. */
const ORDERS = {
  newest: { by: sql`created_at`, type: sql`timestamptz`, isDescending: true },
  'name-az': { by: sql`name`, type: sql`text`, isDescending: false },
  'name-za': { by: sql`name`, type: sql`text`, isDescending: true },
  'email-az': { by: sql`email`, type: sql`text`, isDescending: false },
  'email-za': { by: sql`email`, type: sql`text`, isDescending: true },
} as const satisfies Record<PeopleSort, unknown>;

/** Ids of the people who match, in order. */
export async function listMatchingPeople(db: Db, choice: PeopleFilterValues, part: PeoplePage): Promise<string[]> {
  const text = normalizeSearchText(choice.string ?? '');
  const exact = text.includes('@') ? await listByEmail(db, choice, part, text) : [];
  // A complete address may also be part of a longer one, but the exact match is meant.
  if (exact.length > 0) return exact;
  const cursor = part.behind ?? (part.after === undefined ? undefined : await findPersonCursor(db, choice.sort, part.after));
  if (part.after !== undefined && !cursor) return [];
  const wanted = { text, cursor, limit: part.dataPerPage, offset: cursor ? 0 : (part.page - 1) * part.dataPerPage };
  if ((choice.from || choice.until) && (text !== '' || choice.sort !== 'newest')) {
    const { ids, isComplete } = await scanFirst(db, choice, wanted, { ...choice, sort: 'newest' }, SORT_LIMIT);
    if (isComplete) return ids;
  }
  if (text === '')
    return listUserIds(db, selectFirst(choice, sql`(${selectMatching(choice, cursor, wanted.offset + wanted.limit)})`, wanted));
  const { ids, isComplete: areAll } = await scanFirst(db, choice, wanted, choice, isByMonth(choice) ? SCAN_LIMIT_BY_MONTH : SCAN_LIMIT);
  return ids.length >= wanted.limit || areAll ? ids : searchIndexes(db, choice, wanted);
}

interface SearchRequest {
  text: string;
  cursor: PersonCursor | undefined;
  limit: number;
  offset: number;
}

const listUserIds = async (db: Db, query: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ user_id: string }>`${query}`.execute(db)).rows.map(({ user_id }) => user_id);

/** Finds the position of an account in this order. */
export const findPersonCursor = async (db: Db, sort: PeopleSort, id: string): Promise<PersonCursor | undefined> =>
  (await sql<PersonCursor>`select user_id, ${ORDERS[sort].by} as place from people_index where user_id = ${id}`.execute(db)).rows[0];

/** An address names one account, which is on the first page. */
const listByEmail = async (db: Db, choice: PeopleFilterValues, { after, page }: PeoplePage, address: string): Promise<string[]> =>
  after !== undefined || page > 1
    ? []
    : listUserIds(
        db,
        sql`select user_id from people_index where user_id = (select id from users where lower(email) = ${address})
          and ${matchesFilter(choice)} and ${isWithinDates(choice)}`,
      );

const orderByClause = ({ sort }: PeopleFilterValues) =>
  ORDERS[sort].isDescending ? sql`order by ${ORDERS[sort].by} desc, user_id desc` : sql`order by ${ORDERS[sort].by}, user_id`;

const selectFirst = (choice: PeopleFilterValues, from: RawBuilder<unknown>, { limit, offset }: SearchRequest, where = sql`true`) =>
  sql`select user_id from ${from} as found where ${where} ${orderByClause(choice)} limit ${limit} offset ${offset}`;

const afterCursor = ({ sort }: PeopleFilterValues, cursor: PersonCursor | undefined): RawBuilder<boolean> => {
  if (!cursor) return sql<boolean>`true`;
  const { by, type, isDescending } = ORDERS[sort];
  const place = sql`(${cursor.place}::${type}, ${cursor.user_id}::uuid)`;
  return isDescending ? sql<boolean>`(${by}, user_id) < ${place}` : sql<boolean>`(${by}, user_id) > ${place}`;
};

/** Since when and until when. */
const isWithinDates = ({ from, until }: PeopleFilterValues): RawBuilder<boolean> =>
  sql<boolean>`${from ? sql`created_at >= ${from}::timestamptz` : sql`true`} and ${until ? sql`created_at <= ${until}::timestamptz` : sql`true`}`;

/** A range of an index with one beginning and one end: given two, PostgreSQL would begin at the farther one and read all between. */
function isInCursorRange(choice: PeopleFilterValues, cursor: PersonCursor | undefined): RawBuilder<boolean> {
  if (!cursor || choice.sort !== 'newest' || !choice.until)
    return sql<boolean>`${isWithinDates(choice)} and ${afterCursor(choice, cursor)}`;
  if (cursor.place > choice.until) return isWithinDates(choice);
  return sql<boolean>`${isWithinDates({ ...choice, until: undefined })} and ${afterCursor(choice, cursor)}`;
}

const getPlatforms = (choice: PeopleFilterValues) => (choice.platform ? [choice.platform] : platform.options);
const getRoles = (choice: PeopleFilterValues) => (choice.role ? [choice.role] : role.options);
const getDisabledStates = ({ withDisabled }: PeopleFilterValues) => (withDisabled ? [false, true] : [false]);

/** The same choice as conditions on a row that was found another way. */
const matchesRoleAndState = (choice: PeopleFilterValues) =>
  sql`role = any(${getRoles(choice)}::text[]) and is_disabled = any(${getDisabledStates(choice)}::boolean[])`;
const matchesFilter = (choice: PeopleFilterValues) =>
  sql`platform = any(${getPlatforms(choice)}::text[]) and ${matchesRoleAndState(choice)}`;

/**
 * Selects the first matches. Each combination of platform, role and disabled state is a sorted range of an index. For name or address
 * order within a period, each month is such a range. The first rows of all ranges are merged, so that no filter reads rows that it does not show.
 */
function selectMatching(choice: PeopleFilterValues, cursor: PersonCursor | undefined, limit: number): RawBuilder<unknown> {
  if (isByMonth(choice))
    return sql`select part.* from ${buildIndexRanges(choice, true)}
    cross join lateral (select user_id, created_at, name, email from people_index as person where ${isInIndexRange(true)} and ${isInCursorRange(choice, cursor)}
      ${orderByClause(choice)} limit ${limit}) as part
    ${orderByClause(choice)} limit ${limit}`;
  const chosen = getPlatforms(choice).flatMap((platform) =>
    getRoles(choice).flatMap((role) => getDisabledStates(choice).map((isDisabled) => ({ platform, role, isDisabled }))),
  );
  return mergeIndexRanges(
    chosen.map(
      ({ platform, role, isDisabled }) => sql`select user_id, created_at, name, email from people_index
        where platform = ${hideFromPlanner(platform)} and role = ${hideFromPlanner(role)} and is_disabled = ${hideFromPlanner(isDisabled, 'boolean')} and ${isInCursorRange(choice, cursor)}`,
    ),
    orderByClause(choice),
    limit,
  );
}

/** Only the index by month contains both the sign-up time and the name. */
const isByMonth = ({ sort, from, until }: PeopleFilterValues) => sort !== 'newest' && (from !== undefined || until !== undefined);

/** Each is in order in the indexes. */
const buildIndexRanges = (
  choice: PeopleFilterValues,
  hasMonths: boolean,
) => sql`${toValuesList(getPlatforms(choice))} as platforms (platform)
  cross join ${toValuesList(getRoles(choice))} as roles (role)
  cross join ${toValuesList(getDisabledStates(choice), 'boolean')} as states (is_disabled)
  ${hasMonths ? sql`cross join (${selectMonths(choice)}) as months` : sql``}`;

const isInIndexRange = (hasMonths: boolean) => sql`person.platform = platforms.platform and person.role = roles.role
  and person.is_disabled = states.is_disabled and ${hasMonths ? sql`person.month = months.month` : sql`true`}`;

/** Months in which accounts may have been created. */
const selectMonths = ({ from, until }: PeopleFilterValues) => sql`select month::date from generate_series(
  month_of(greatest(${from ?? EPOCH}::timestamptz, (select min(created_at) from users)))::timestamp,
  month_of(least(${until ?? null}::timestamptz, (select max(created_at) from users)))::timestamp, interval '1 month') as month`;

const contains = (text: string) => {
  if (text === '') return sql`true`;
  const pattern = `%${escapeLike(text)}%`;
  return sql`(name like ${pattern} or email like ${pattern})`;
};

/** Returns matches among the first `most` scanned rows; with `areAll`, these are all rows. */
async function scanFirst(
  db: Db,
  choice: PeopleFilterValues,
  wanted: SearchRequest,
  walked: PeopleFilterValues,
  most: number,
): Promise<{ ids: string[]; isComplete: boolean }> {
  const isOtherOrder = walked.sort !== choice.sort;
  const found = sql`${contains(wanted.text)} and ${isOtherOrder ? afterCursor(choice, wanted.cursor) : sql`true`}`;
  const { rows } = await sql<{ ids: string[]; looked: number }>`
    with walked as materialized (${selectMatching(walked, isOtherOrder ? undefined : wanted.cursor, most)})
    select (select count(*) from walked) as looked, array(${selectFirst(choice, sql`walked`, wanted, found)}) as ids`.execute(db);
  const [{ ids, looked } = { ids: [], looked: 0 }] = rows;
  return { ids, isComplete: looked < most };
}

/**
 * Finds rare texts, and texts missing in the first rows: by prefix, and by the trigram index, whose keys contain the platform. Trigram matches are found in a
 * separate step (`offset 0`). Otherwise PostgreSQL, which cannot know how rare the text is, might read the table in order and hope for an early match. Each
 * way keeps no more rows than could be shown.
 */
const searchIndexes = (db: Db, choice: PeopleFilterValues, wanted: SearchRequest): Promise<string[]> => {
  const { by } = ORDERS[choice.sort];
  const first = sql`${orderByClause(choice)} limit ${wanted.offset + wanted.limit}`;
  const parts = sql`select user_id, ${by} from ${toValuesList(getPlatforms(choice))} as platforms (platform) cross join lateral (
      select user_id, created_at, name, email, role, is_disabled from people_index as person
      where person_search_keys(person.platform, name, email) @> person_part_keys(platforms.platform, ${splitIntoTrigrams(wanted.text)}::text[]) offset 0) as known
    where ${contains(wanted.text)} and ${matchesRoleAndState(choice)} and ${isWithinDates(choice)} and ${afterCursor(choice, wanted.cursor)}`;
  const beginnings = (['name', 'email'] as const).map((field) => selectByPrefix(choice, wanted, field, first));
  const ways = [...beginnings, parts].map((way) => sql`(${way} ${first})`);
  return listUserIds(db, selectFirst(choice, sql`(${sql.join(ways, sql` union `)})`, wanted));
};

/**
 * Selects accounts whose name or address starts with the text: ranges of an index that contains all filters. The newest are not included, because that many
 * were scanned already.
 */
function selectByPrefix(
  choice: PeopleFilterValues,
  { text, cursor }: SearchRequest,
  field: 'name' | 'email',
  first: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const range = { column: sql.ref(field), text };
  const place = sql`user_id, ${ORDERS[choice.sort].by}`;
  if (choice.sort.startsWith(field)) {
    const { isDescending } = ORDERS[choice.sort];
    const begun = isPrefixedAfterCursor(
      range,
      cursor && { place: String(cursor.place), condition: afterCursor(choice, cursor), isDescending },
    );
    return sql`select part.* from ${buildIndexRanges(choice, isByMonth(choice))} cross join lateral (select ${place} from people_index as person
      where ${isInIndexRange(isByMonth(choice))} and ${begun} and ${isWithinDates(choice)} ${first}) as part`;
  }
  // In a different order all of them are sorted, which months would only split. The position is compared in a separate step, because PostgreSQL might
  // otherwise read its index to the end.
  return sql`select part.* from ${buildIndexRanges(choice, false)} cross join lateral (select ${place} from people_index as person
      where ${isInIndexRange(false)} and ${isPrefixed(range)} and ${isWithinDates(choice)} offset 0) as part
    where ${afterCursor(choice, cursor)}`;
}
