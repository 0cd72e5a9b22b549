import { type PeopleSort, platform, type Role, role } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
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
  page: number;
  dataPerPage: number;
}

interface Cursor {
  user_id: string;
  /** Of what the list is sorted by. */
  place: string | Date;
}

/** So many are simply looked through for a text; an index answers for the rest. Fewer where they come from many ranges, of which each has as many. */
const LOOKED_THROUGH = 3000;
const LOOKED_THROUGH_OF_MANY = 1000;
const MANY_RANGES = 4;
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
  const cursor = part.after === undefined ? undefined : await findCursor(db, choice.sort, part.after);
  if (part.after !== undefined && !cursor) return [];
  const wanted = { text, cursor, limit: part.dataPerPage, offset: cursor ? 0 : (part.page - 1) * part.dataPerPage };
  if ((choice.from || choice.until) && (text !== '' || choice.sort !== 'newest')) {
    const { ids, areAll } = await lookThrough(db, choice, wanted, { ...choice, sort: 'newest' }, PUT_IN_ORDER);
    if (areAll) return ids;
  }
  if (text === '') return idsOf(db, firstOf(choice, sql`(${matching(choice, cursor, wanted.offset + wanted.limit)})`, wanted));
  const { ids, areAll } = await lookThrough(
    db,
    choice,
    wanted,
    choice,
    rangesOf(choice) < MANY_RANGES ? LOOKED_THROUGH : LOOKED_THROUGH_OF_MANY,
  );
  return ids.length >= wanted.limit || areAll ? ids : lookUp(db, choice, wanted);
}

interface Wanted {
  text: string;
  cursor: Cursor | undefined;
  limit: number;
  offset: number;
}

const idsOf = async (db: Db, query: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ user_id: string }>`${query}`.execute(db)).rows.map(({ user_id }) => user_id);

const findCursor = async (db: Db, sort: PeopleSort, id: string): Promise<Cursor | undefined> =>
  (await sql<Cursor>`select user_id, ${ORDERS[sort].by} as place from people_index where user_id = ${id}`.execute(db)).rows[0];

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

const behind = ({ sort }: PeopleChoice, cursor: Cursor | undefined): RawBuilder<boolean> => {
  if (!cursor) return sql<boolean>`true`;
  const { by, type, isDescending } = ORDERS[sort];
  const place = sql`(${cursor.place}::${type}, ${cursor.user_id}::uuid)`;
  return isDescending ? sql<boolean>`(${by}, user_id) < ${place}` : sql<boolean>`(${by}, user_id) > ${place}`;
};

/** Since when and until when. */
const within = ({ from, until }: PeopleChoice): RawBuilder<boolean> =>
  sql<boolean>`${from ? sql`created_at >= ${from}::timestamptz` : sql`true`} and ${until ? sql`created_at <= ${until}::timestamptz` : sql`true`}`;

/** A range of an index with one beginning and one end: given two, PostgreSQL would begin at the farther one and read all between. */
function between(choice: PeopleChoice, cursor: Cursor | undefined): RawBuilder<boolean> {
  if (!cursor || choice.sort !== 'newest' || !choice.until) return sql<boolean>`${within(choice)} and ${behind(choice, cursor)}`;
  if (cursor.place > choice.until) return within(choice);
  return sql<boolean>`${within({ ...choice, until: undefined })} and ${behind(choice, cursor)}`;
}

const platformsOf = (choice: PeopleChoice) => (choice.platform ? [choice.platform] : platform.options);
const rolesOf = (choice: PeopleChoice) => (choice.role ? [choice.role] : role.options);
const statesOf = ({ withDisabled }: PeopleChoice) => (withDisabled ? [false, true] : [false]);
const rangesOf = (choice: PeopleChoice) => platformsOf(choice).length * rolesOf(choice).length * statesOf(choice).length;

/** The same choice as conditions on a row that was found another way. */
const rolesAndStates = (choice: PeopleChoice) =>
  sql`role = any(${rolesOf(choice)}::text[]) and is_disabled = any(${statesOf(choice)}::boolean[])`;
const chosen = (choice: PeopleChoice) => sql`platform = any(${platformsOf(choice)}::text[]) and ${rolesAndStates(choice)}`;

/**
 * The first that match. Each combination of platform, role and being disabled is a range of an index that is in order, and by name or address of those
 * who came in some time each month of it once more: the first of each range are put together, so that no choice reads what it does not show.
 */
function matching(choice: PeopleChoice, cursor: Cursor | undefined, limit: number): RawBuilder<unknown> {
  const isByMonth = choice.sort !== 'newest' && (choice.from !== undefined || choice.until !== undefined);
  return sql`select part.* from unnest(${platformsOf(choice)}::text[]) as platforms (platform)
    cross join unnest(${rolesOf(choice)}::text[]) as roles (role)
    cross join unnest(${statesOf(choice)}::boolean[]) as states (is_disabled)
    ${isByMonth ? sql`cross join (${monthsOf(choice)}) as months` : sql``}
    cross join lateral (select user_id, created_at, name, email from people_index as person
      where person.platform = platforms.platform and person.role = roles.role and person.is_disabled = states.is_disabled
        and ${isByMonth ? sql`person.month = months.month` : sql`true`} and ${between(choice, cursor)}
      ${inOrder(choice)} limit ${limit}) as part
    ${inOrder(choice)} limit ${limit}`;
}

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
 * A text that few have, by the index of parts; the platform is in its keys. It is looked up by itself (`offset 0`), so that PostgreSQL, which cannot
 * know how rare the text is, does not read the table in order instead, hoping to find it soon; and nothing but the order is kept of what it finds.
 */
const lookUp = (db: Db, choice: PeopleChoice, wanted: Wanted): Promise<string[]> =>
  idsOf(
    db,
    sql`select user_id from unnest(${platformsOf(choice)}::text[]) as platforms (platform) cross join lateral (
      select user_id, created_at, name, email, role, is_disabled from people_index as person
      where person_search_keys(person.platform, name, email) @> person_part_keys(platforms.platform, ${partsOf(wanted.text)}::text[]) offset 0) as known
    where ${contains(wanted.text)} and ${rolesAndStates(choice)} and ${within(choice)} and ${behind(choice, wanted.cursor)}
    ${inOrder(choice)} limit ${wanted.limit} offset ${wanted.offset}`,
  );
