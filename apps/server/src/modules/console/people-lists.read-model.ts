import { type PeopleSort, platform, type Role, role } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, valuesOf } from '../../platform/database/database.ts';
import { atRunTime, mergedRanges } from '../../platform/database/merged-ranges.ts';
import { beginsWith, beginsWithBehind } from '../../platform/database/text-range.ts';
import { escapeLike, partsOf, searchText } from '../../platform/search-text.ts';

export interface PeopleChoice {
  sort: PeopleSort;
  role?: Role | undefined;
  platform?: 'PP' | 'WV' | undefined;
  /** Those who are disabled as well. */
  withDisabled: boolean;
  string?: string | undefined;
  /** When they signed up, both included. */
  from?: Date | undefined;
  until?: Date | undefined;
}

export interface PeoplePart {
  after?: string | undefined;
  /** Instead of `after`: a place that was read before. */
  behind?: PersonPlace | undefined;
  page: number;
  dataPerPage: number;
}

export interface PersonPlace {
  user_id: string;
  /** Of what the list is sorted by. */
  place: string | Date;
}

/** So many are simply looked through for a text; indexes answer for the rest. Fewer by month, of which each has as many. */
const LOOKED_THROUGH = 2000;
const LOOKED_THROUGH_BY_MONTH = 1000;
/** Of those who came in some time so many are simply put in order. */
const PUT_IN_ORDER = 5000;
const LONG_AGO = new Date(0);

/** An order as the indexes have it. */
const ORDERS = {
  newest: { by: sql`created_at`, type: sql`timestamptz`, isDescending: true },
  'name-az': { by: sql`name`, type: sql`text`, isDescending: false },
  'name-za': { by: sql`name`, type: sql`text`, isDescending: true },
  'email-az': { by: sql`email`, type: sql`text`, isDescending: false },
  'email-za': { by: sql`email`, type: sql`text`, isDescending: true },
} as const satisfies Record<PeopleSort, unknown>;

/** Ids of the people who match, in order. */
export async function listMatching(db: Db, choice: PeopleChoice, part: PeoplePart): Promise<string[]> {
  const text = searchText(choice.string ?? '');
  const exact = text.includes('@') ? await findByAddress(db, choice, part, text) : [];
  // A whole address may also be a part of a longer one, which is not what was meant.
  if (exact.length > 0) return exact;
  const cursor = part.behind ?? (part.after === undefined ? undefined : await findPersonPlace(db, choice.sort, part.after));
  if (part.after !== undefined && !cursor) return [];
  const wanted = { text, cursor, limit: part.dataPerPage, offset: cursor ? 0 : (part.page - 1) * part.dataPerPage };
  if ((choice.from || choice.until) && (text !== '' || choice.sort !== 'newest')) {
    const { ids, areAll } = await lookThrough(db, choice, wanted, { ...choice, sort: 'newest' }, PUT_IN_ORDER);
    if (areAll) return ids;
  }
  if (text === '') return idsOf(db, firstOf(choice, sql`(${matching(choice, cursor, wanted.offset + wanted.limit)})`, wanted));
  const { ids, areAll } = await lookThrough(db, choice, wanted, choice, isByMonth(choice) ? LOOKED_THROUGH_BY_MONTH : LOOKED_THROUGH);
  return ids.length >= wanted.limit || areAll ? ids : lookUp(db, choice, wanted);
}

interface Wanted {
  text: string;
  cursor: PersonPlace | undefined;
  limit: number;
  offset: number;
}

const idsOf = async (db: Db, query: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ user_id: string }>`${query}`.execute(db)).rows.map(({ user_id }) => user_id);

/** Where somebody stands in this order. */
export const findPersonPlace = async (db: Db, sort: PeopleSort, id: string): Promise<PersonPlace | undefined> =>
  (await sql<PersonPlace>`select user_id, ${ORDERS[sort].by} as place from people_index where user_id = ${id}`.execute(db)).rows[0];

/** An address names one account, which is on the first page. */
const findByAddress = async (db: Db, choice: PeopleChoice, { after, page }: PeoplePart, address: string): Promise<string[]> =>
  after !== undefined || page > 1
    ? []
    : idsOf(
        db,
        sql`select user_id from people_index where user_id = (select id from users where lower(email) = ${address})
          and ${chosen(choice)} and ${within(choice)}`,
      );

const inOrder = ({ sort }: PeopleChoice) =>
  ORDERS[sort].isDescending ? sql`order by ${ORDERS[sort].by} desc, user_id desc` : sql`order by ${ORDERS[sort].by}, user_id`;

const firstOf = (choice: PeopleChoice, from: RawBuilder<unknown>, { limit, offset }: Wanted, where = sql`true`) =>
  sql`select user_id from ${from} as found where ${where} ${inOrder(choice)} limit ${limit} offset ${offset}`;

const behind = ({ sort }: PeopleChoice, cursor: PersonPlace | undefined): RawBuilder<boolean> => {
  if (!cursor) return sql<boolean>`true`;
  const { by, type, isDescending } = ORDERS[sort];
  const place = sql`(${cursor.place}::${type}, ${cursor.user_id}::uuid)`;
  return isDescending ? sql<boolean>`(${by}, user_id) < ${place}` : sql<boolean>`(${by}, user_id) > ${place}`;
};

/** Since when and until when. */
const within = ({ from, until }: PeopleChoice): RawBuilder<boolean> =>
  sql<boolean>`${from ? sql`created_at >= ${from}::timestamptz` : sql`true`} and ${until ? sql`created_at <= ${until}::timestamptz` : sql`true`}`;

/** A range of an index with one beginning and one end: given two, PostgreSQL would begin at the farther one and read all between. */
function between(choice: PeopleChoice, cursor: PersonPlace | undefined): RawBuilder<boolean> {
  if (!cursor || choice.sort !== 'newest' || !choice.until) return sql<boolean>`${within(choice)} and ${behind(choice, cursor)}`;
  if (cursor.place > choice.until) return within(choice);
  return sql<boolean>`${within({ ...choice, until: undefined })} and ${behind(choice, cursor)}`;
}

const platformsOf = (choice: PeopleChoice) => (choice.platform ? [choice.platform] : platform.options);
const rolesOf = (choice: PeopleChoice) => (choice.role ? [choice.role] : role.options);
const statesOf = ({ withDisabled }: PeopleChoice) => (withDisabled ? [false, true] : [false]);

/** The same choice as conditions on a row that was found another way. */
const rolesAndStates = (choice: PeopleChoice) =>
  sql`role = any(${rolesOf(choice)}::text[]) and is_disabled = any(${statesOf(choice)}::boolean[])`;
const chosen = (choice: PeopleChoice) => sql`platform = any(${platformsOf(choice)}::text[]) and ${rolesAndStates(choice)}`;

/**
 * The first that match. Each combination of platform, role and being disabled is a range of an index that is in order, and by name or address of those
 * who came in some time each month of it once more: the first of each range are put together, so that no choice reads what it does not show.
 */
function matching(choice: PeopleChoice, cursor: PersonPlace | undefined, limit: number): RawBuilder<unknown> {
  if (isByMonth(choice))
    return sql`select part.* from ${ranges(choice, true)}
    cross join lateral (select user_id, created_at, name, email from people_index as person where ${inRange(true)} and ${between(choice, cursor)}
      ${inOrder(choice)} limit ${limit}) as part
    ${inOrder(choice)} limit ${limit}`;
  const chosen = platformsOf(choice).flatMap((platform) =>
    rolesOf(choice).flatMap((role) => statesOf(choice).map((isDisabled) => ({ platform, role, isDisabled }))),
  );
  return mergedRanges(
    chosen.map(
      ({ platform, role, isDisabled }) => sql`select user_id, created_at, name, email from people_index
        where platform = ${atRunTime(platform)} and role = ${atRunTime(role)} and is_disabled = ${atRunTime(isDisabled, 'boolean')} and ${between(choice, cursor)}`,
    ),
    inOrder(choice),
    limit,
  );
}

/** Nothing but the months have indexes that know both when people came and what they are called. */
const isByMonth = ({ sort, from, until }: PeopleChoice) => sort !== 'newest' && (from !== undefined || until !== undefined);

/** Each is in order in the indexes. */
const ranges = (choice: PeopleChoice, hasMonths: boolean) => sql`${valuesOf(platformsOf(choice))} as platforms (platform)
  cross join ${valuesOf(rolesOf(choice))} as roles (role)
  cross join ${valuesOf(statesOf(choice), 'boolean')} as states (is_disabled)
  ${hasMonths ? sql`cross join (${monthsOf(choice)}) as months` : sql``}`;

const inRange = (hasMonths: boolean) => sql`person.platform = platforms.platform and person.role = roles.role
  and person.is_disabled = states.is_disabled and ${hasMonths ? sql`person.month = months.month` : sql`true`}`;

/** In which anybody can have come. */
const monthsOf = ({ from, until }: PeopleChoice) => sql`select month::date from generate_series(
  month_of(greatest(${from ?? LONG_AGO}::timestamptz, (select min(created_at) from users)))::timestamp,
  month_of(least(${until ?? null}::timestamptz, (select max(created_at) from users)))::timestamp, interval '1 month') as month`;

const contains = (text: string) => {
  if (text === '') return sql`true`;
  const pattern = `%${escapeLike(text)}%`;
  return sql`(name like ${pattern} or email like ${pattern})`;
};

/** What is found among the first `most` of those who are walked, who are all there are where `areAll` says so. */
async function lookThrough(
  db: Db,
  choice: PeopleChoice,
  wanted: Wanted,
  walked: PeopleChoice,
  most: number,
): Promise<{ ids: string[]; areAll: boolean }> {
  const isOtherOrder = walked.sort !== choice.sort;
  const found = sql`${contains(wanted.text)} and ${isOtherOrder ? behind(choice, wanted.cursor) : sql`true`}`;
  const { rows } = await sql<{ ids: string[]; looked: number }>`
    with walked as materialized (${matching(walked, isOtherOrder ? undefined : wanted.cursor, most)})
    select (select count(*) from walked) as looked, array(${firstOf(choice, sql`walked`, wanted, found)}) as ids`.execute(db);
  const [{ ids, looked } = { ids: [], looked: 0 }] = rows;
  return { ids, areAll: looked < most };
}

/**
 * A text that few have, or many and none of the first, by what it is at the beginning of, and by the index of parts for all else; the platform is in its
 * keys. Parts are looked up by themselves (`offset 0`), so that PostgreSQL, which cannot know how rare the text is, does not read the table in order
 * instead, hoping to find it soon. Of each way no more is kept than could be shown.
 */
const lookUp = (db: Db, choice: PeopleChoice, wanted: Wanted): Promise<string[]> => {
  const { by } = ORDERS[choice.sort];
  const first = sql`${inOrder(choice)} limit ${wanted.offset + wanted.limit}`;
  const parts = sql`select user_id, ${by} from ${valuesOf(platformsOf(choice))} as platforms (platform) cross join lateral (
      select user_id, created_at, name, email, role, is_disabled from people_index as person
      where person_search_keys(person.platform, name, email) @> person_part_keys(platforms.platform, ${partsOf(wanted.text)}::text[]) offset 0) as known
    where ${contains(wanted.text)} and ${rolesAndStates(choice)} and ${within(choice)} and ${behind(choice, wanted.cursor)}`;
  const beginnings = (['name', 'email'] as const).map((field) => beginningWith(choice, wanted, field, first));
  const ways = [...beginnings, parts].map((way) => sql`(${way} ${first})`);
  return idsOf(db, firstOf(choice, sql`(${sql.join(ways, sql` union `)})`, wanted));
};

/** Those whose name or address begins with the text: ranges of an index that has all that is asked of them, but for the newest, of which so many would have been found. */
function beginningWith(
  choice: PeopleChoice,
  { text, cursor }: Wanted,
  field: 'name' | 'email',
  first: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const range = { column: sql.ref(field), text };
  const place = sql`user_id, ${ORDERS[choice.sort].by}`;
  if (choice.sort.startsWith(field)) {
    const { isDescending } = ORDERS[choice.sort];
    const begun = beginsWithBehind(range, cursor && { place: String(cursor.place), condition: behind(choice, cursor), isDescending });
    return sql`select part.* from ${ranges(choice, isByMonth(choice))} cross join lateral (select ${place} from people_index as person
      where ${inRange(isByMonth(choice))} and ${begun} and ${within(choice)} ${first}) as part`;
  }
  // Of another order all are put in order, which months would only cut up; where it begins is asked of them alone, or its index might be read instead, from there to the end.
  return sql`select part.* from ${ranges(choice, false)} cross join lateral (select ${place} from people_index as person
      where ${inRange(false)} and ${beginsWith(range)} and ${within(choice)} offset 0) as part
    where ${behind(choice, cursor)}`;
}
