import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPagesRead, PLANS } from '../../testing/database-reads.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { listMatchingPeople, type PeopleFilterValues } from './people-list.read-model.ts';

const PEOPLE = 20_000;
const PAGE = 10;
const TABLES = ['users'];
const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const idOf = (number: number) => `0000000e-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  // Rows are a minute apart. Names are in reverse order of creation. The fifth oldest person has a unique name.
  const insert = sql`insert into users (id, name, email, password_hash, role, platform, disabled_at, created_at)
    select ('0000000e-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, case when n = 5 then 'Zebrowski' else 'Ana ' || lpad((99999 - n)::text, 5, '0') end,
      'p' || lpad(((n * 7) % 20011)::text, 5, '0') || '@example.com', 'x',
      case when n % 500 = 0 then 'admin' when n % 500 = 1 then 'support' when n % 50 = 2 then 'host' else 'user' end,
      case when n % 100 = 2 then 'WV' else 'PP' end, case when n % 40 = 3 then now() end, ${new Date(START)}::timestamptz + make_interval(mins => n)
    from generate_series(1, ${PEOPLE}::integer) n`;
  await insertMany(test.db, 'people_search', PEOPLE, () => insert.execute(test.db));
  await sql`analyze users`.execute(test.db);
});
afterAll(() => test.close());

const newest: PeopleFilterValues = { sort: 'newest', withDisabled: false };
const isEnabled = (n: number) => n % 40 !== 3;
const atMinute = (n: number) => new Date(START + n * MINUTE_MS);

/** Filters of the expected result, computed in JavaScript. */
const CHOICES: [string, PeopleFilterValues, (n: number) => boolean][] = [
  ['nothing', newest, isEnabled],
  ['nothing, including disabled accounts', { ...newest, withDisabled: true }, () => true],
  ['a role', { ...newest, role: 'host' }, (n) => n % 50 === 2 && n % 500 > 1 && isEnabled(n)],
  ['a rare role', { ...newest, role: 'admin' }, (n) => n % 500 === 0 && isEnabled(n)],
  ['a platform', { ...newest, platform: 'WV' }, (n) => n % 100 === 2 && isEnabled(n)],
  ['a role and a platform', { ...newest, role: 'user', platform: 'WV', withDisabled: true }, () => false],
  ['days', { ...newest, from: atMinute(3000), until: atMinute(9000) }, (n) => n >= 3000 && n <= 9000 && isEnabled(n)],
  ['a minute', { ...newest, from: atMinute(7001), until: atMinute(7001) }, (n) => n === 7001],
];
const nameOf = (n: number) => (n === 5 ? 'zebrowski' : `ana ${String(99_999 - n).padStart(5, '0')}`);
const emailOf = (n: number) => `p${String((n * 7) % 20_011).padStart(5, '0')}@example.com`;
const compare = (one: string | number, other: string | number) => (one < other ? -1 : 1);
const SORTS = {
  newest: (one: number, other: number) => other - one,
  'name-az': (one: number, other: number) => compare(nameOf(one), nameOf(other)),
  'name-za': (one: number, other: number) => compare(nameOf(other), nameOf(one)),
  'email-az': (one: number, other: number) => compare(emailOf(one), emailOf(other)),
  'email-za': (one: number, other: number) => compare(emailOf(other), emailOf(one)),
} as const;
const sorts = Object.keys(SORTS) as (keyof typeof SORTS)[];
const CASES = CHOICES.flatMap(([name, choice, matches]) => sorts.map((sort) => [name, sort, { ...choice, sort }, matches] as const));

describe('people filtered by', () => {
  it.each(CASES)('%s, sorted by %s, are all matches, page by page', async (_name, sort, choice, matches) => {
    const expected = Array.from({ length: PEOPLE }, (_, index) => index + 1)
      .filter(matches)
      .toSorted(SORTS[sort]);
    const first = await listMatchingPeople(test.db, choice, { page: 1, dataPerPage: PAGE });
    expect(first).toEqual(expected.slice(0, PAGE).map(idOf));
    const second = expected.slice(PAGE, PAGE * 2).map(idOf);
    expect(await listMatchingPeople(test.db, choice, { page: 2, dataPerPage: PAGE })).toEqual(second);
    const after = first.at(-1);
    if (after) expect(await listMatchingPeople(test.db, choice, { page: 1, dataPerPage: PAGE, after })).toEqual(second);
  });

  it.each(CASES.flatMap(([name, sort, choice]) => PLANS.map((plan) => [name, sort, plan, choice] as const)))(
    '%s, sorted by %s, read about as many rows as they return, on the first page and deep inside (%s)',
    async (_name, _sort, plan, choice) => {
      for (const after of [undefined, idOf(PEOPLE / 2)]) {
        const read = await countPagesRead(test.db, plan, TABLES, (tx) =>
          listMatchingPeople(tx, choice, { page: 1, dataPerPage: PAGE, after }),
        );
        // The table alone has more than four hundred; each of twenty ranges needs one or two index descents, and ten rows.
        expect(read).toBeLessThan(400);
      }
    },
  );

  it.each(['zebrowski', 'bro', 'p1', 'p19', 'ana 8001', 'na 8', '77@', '@example.com', 'ana 95', '%'])(
    'text “%s” at the beginning or inside, in each order, are all matches',
    async (string) => {
      for (const [, choice, matches] of CHOICES)
        for (const sort of sorts) {
          const expected = Array.from({ length: PEOPLE }, (_, index) => index + 1)
            .filter((n) => matches(n) && (nameOf(n).includes(string) || emailOf(n).includes(string)))
            .toSorted(SORTS[sort]);
          const first = await listMatchingPeople(test.db, { ...choice, sort, string }, { page: 1, dataPerPage: PAGE });
          expect(first, `${sort} ${JSON.stringify(choice)}`).toEqual(expected.slice(0, PAGE).map(idOf));
          const after = first.at(-1);
          const next = expected.slice(PAGE, PAGE * 2).map(idOf);
          if (after)
            expect(await listMatchingPeople(test.db, { ...choice, sort, string }, { page: 1, dataPerPage: PAGE, after })).toEqual(next);
        }
    },
  );

  it.each(PLANS)('a text that one person has are found through the index, in any order (%s)', async (plan) => {
    const read = await countPagesRead(test.db, plan, TABLES, async (tx) => {
      for (const [string, sort] of [
        ['zebrowski', 'newest'],
        ['ZEB', 'name-az'],
        ['z', 'email-za'],
      ] as const)
        expect(await listMatchingPeople(tx, { ...newest, sort, string }, { page: 1, dataPerPage: PAGE })).toEqual([idOf(5)]);
      for (const narrower of [{ platform: 'WV' }, { role: 'admin' }, { from: atMinute(6) }] as const)
        expect(await listMatchingPeople(tx, { ...newest, ...narrower, string: 'zebrowski' }, { page: 1, dataPerPage: PAGE })).toEqual([]);
      expect(await listMatchingPeople(tx, { ...newest, string: 'ana_' }, { page: 1, dataPerPage: PAGE })).toEqual([]);
    });
    expect(read).toBeLessThan(7 * 4000);
  });

  it('an exact address are that account, unless another filter excludes it', async () => {
    const read = await countPagesRead(test.db, 'force_generic_plan', TABLES, async (tx) => {
      expect(await listMatchingPeople(tx, { ...newest, string: ` ${emailOf(7).toUpperCase()} ` }, { page: 1, dataPerPage: PAGE })).toEqual([
        idOf(7),
      ]);
    });
    expect(read).toBeLessThan(20);
    for (const narrower of [{ role: 'admin' }, { platform: 'WV' }] as const)
      expect(await listMatchingPeople(test.db, { ...newest, ...narrower, string: emailOf(7) }, { page: 1, dataPerPage: PAGE })).toEqual([]);
  });
});
