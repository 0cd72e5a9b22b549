import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, PLANS } from '../../testing/database-reads.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { listPayments } from './order-payments.read-model.ts';

const PAGE = 20;
/** Number of payments, two thirds of them the buyer's, so that no other index is efficient for a page of them. */
const ORDERS = 6000;
const TABLES = ['orders'];

const idOf = (number: number) => `0000000d-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

let test: TestApp;
let buyer: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  buyer = await aPerson(test);
  const other = await aPerson(test);
  const insert = sql`insert into orders (id, number, type, platform, user_id, payer_name, payer_email, description, items_cents, total_cents, status_id, bank)
    select ('0000000d-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'B' || n, 'subscription', 'PP',
      case when n % 3 = 0 then ${other.user._id}::uuid else ${buyer.user._id}::uuid end, 'Ana', 'ana@example.com', 'Single User', 1, 1,
      (select id from order_statuses where event = 'ordercreated' limit 1), 'testBank'
    from generate_series(1, ${ORDERS}::integer) n`;
  await insertMany(test.db, 'orders_search', ORDERS, () => insert.execute(test.db));
  await sql`analyze orders`.execute(test.db);
});
afterAll(() => test.close());

describe('a page of payments', () => {
  it.each(PLANS)('reads about as many rows as it returns, on the first page and deep inside (%s)', async (plan) => {
    for (const before of [undefined, idOf(ORDERS / 2)]) {
      const read = await countPagesRead(test.db, plan, TABLES, async (tx) => {
        expect(await listPayments(tx, buyer.user._id, { before, limit: PAGE })).toHaveLength(PAGE);
      });
      // The whole table has a few hundred pages.
      expect(read).toBeLessThan(PAGE * 2);
    }
  });
});
