import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPagesRead, PLANS } from '../../testing/database-reads.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { listMatchingOrders, type OrderFilter } from './order-list.read-model.ts';

const ORDERS = 20_000;
const PAGE = 20;
const TABLES = ['orders'];
const RARE = '00000000-0000-7000-8000-00000000ca5e';
const idOf = (number: number) => `0000000d-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await sql`insert into order_statuses (id, type, name, color, event) values (${RARE}, 'order', 'Rare', '#112233', 'ordercreated')`.execute(
    test.db,
  );
  // In the order of their numbers: every hundredth belongs to the partner, every two hundredth has a rare status, and the oldest has a buyer with a rare name.
  const insert = sql`insert into orders (id, number, type, platform, payer_name, payer_email, description, items_cents, total_cents, status_id, bank, created_at)
    select ('0000000d-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'B' || n, case when n % 3 = 0 then 'poster' else 'subscription' end,
      case when n % 100 = 0 then 'WV' else 'PP' end, case when n = 5 then 'Zebrowski' else 'Ana' end, 'ana@example.com', 'Single User', 1, 1,
      case when n % 200 = 0 then ${RARE}::uuid else (select id from order_statuses where event = 'ordercreated' order by position desc limit 1) end,
      'testBank', '2026-01-01'::timestamptz + make_interval(mins => n)
    from generate_series(1, ${ORDERS}::integer) n`;
  await insertMany(test.db, 'orders_search', ORDERS, () => insert.execute(test.db));
  await sql`analyze orders`.execute(test.db);
});
afterAll(() => test.close());

/** Filters of the expected result, computed in JavaScript. */
const FILTERS: [string, OrderFilter, (n: number) => boolean][] = [
  ['everything', {}, () => true],
  ['a type', { orderType: 'poster' }, (n) => n % 3 === 0],
  ['a platform', { platform: 'WV' }, (n) => n % 100 === 0],
  ['a status', { statusId: RARE }, (n) => n % 200 === 0],
  ['a status and a type', { statusId: RARE, orderType: 'poster' }, (n) => n % 600 === 0],
  ['a payment', { paymentEvent: 'paymentpending', platform: 'WV', orderType: 'subscription' }, (n) => n % 100 === 0 && n % 3 !== 0],
  ['days', { from: '2026-01-02', until: '2026-01-03' }, (n) => n >= 1440 && n < 3 * 1440],
  [
    'a day and a type',
    { from: '2026-01-05', until: '2026-01-05', orderType: 'poster' },
    (n) => n >= 4 * 1440 && n < 5 * 1440 && n % 3 === 0,
  ],
];

describe('orders filtered by', () => {
  it.each(FILTERS)('%s are all matches, newest first, page by page', async (_name, filter, matches) => {
    const expected = Array.from({ length: ORDERS }, (_, index) => ORDERS - index).filter(matches);
    const first = await listMatchingOrders(test.db, filter, { page: 1, dataPerPage: PAGE });
    expect(first).toEqual(expected.slice(0, PAGE).map(idOf));
    const after = first.at(-1);
    const second = expected.slice(PAGE, PAGE * 2).map(idOf);
    expect(await listMatchingOrders(test.db, filter, { page: 2, dataPerPage: PAGE })).toEqual(second);
    expect(await listMatchingOrders(test.db, filter, { page: 1, dataPerPage: PAGE, after })).toEqual(second);
  });

  it.each(FILTERS.flatMap(([name, filter]) => PLANS.map((plan) => [name, plan, filter] as const)))(
    '%s read about as many rows as they return, on the first page and deep inside (%s)',
    async (_name, plan, filter) => {
      for (const after of [undefined, idOf(ORDERS / 2)]) {
        const read = await countPagesRead(test.db, plan, TABLES, (tx) =>
          listMatchingOrders(tx, filter, { page: 1, dataPerPage: PAGE, after }),
        );
        // The whole table has many hundred pages; each of eighteen ranges needs one index descent.
        expect(read).toBeLessThan(150);
      }
    },
  );

  it.each(PLANS)('a text that one order has are found through the index (%s)', async (plan) => {
    const read = await countPagesRead(test.db, plan, TABLES, async (tx) => {
      for (const string of ['zebrowski', 'ZEB', 'z'])
        expect(await listMatchingOrders(tx, { string }, { page: 1, dataPerPage: PAGE })).toEqual([idOf(5)]);
      expect(await listMatchingOrders(tx, { string: 'zebrowski', orderType: 'poster' }, { page: 1, dataPerPage: PAGE })).toEqual([]);
      expect(await listMatchingOrders(tx, { string: 'zebrowski', platform: 'WV' }, { page: 1, dataPerPage: PAGE })).toEqual([]);
      expect(await listMatchingOrders(tx, { string: 'ana_' }, { page: 1, dataPerPage: PAGE })).toEqual([]);
    });
    // Each of the six searches reads at most the newest three thousand orders.
    expect(read).toBeLessThan(6 * 4000);
  });
});
