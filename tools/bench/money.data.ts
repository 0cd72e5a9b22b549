import { randomBytes } from 'node:crypto';
import type { Subscribed } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';

const TABLES = ['bank_customers', 'test_bank_customers', 'subscriptions', 'entitlements', 'orders'] as const;

export interface BankSubscriptionIds {
  customerId: string;
  subscriptionId: string;
  invoiceId: string;
  intentId: string;
}

/** Copies a running subscription for other people, each with a customer at the bank, a plan and a paid order. */
export async function copySubscription(
  person: ApiPerson,
  { subscription, orderId }: Subscribed,
  count: number,
): Promise<BankSubscriptionIds[]> {
  return withProductDatabase(person.product, async (db) => {
    const [rows, ids] = [await readRows(db, person.userId), await readIds(db, subscription.id)];
    const copies = Array.from({ length: count }, (_, index) => {
      const suffix = randomBytes(8).toString('hex');
      const replaced: [string, string][] = [
        [person.userId, newId()],
        [subscription.id, newId()],
        [orderId, newId()],
        [rows.number, `V9${index}-0`],
        [ids.customerId.slice('cus_'.length), suffix],
      ];
      return (text: string) => replaced.reduce((copy, [from, to]) => copy.replaceAll(from, to), text);
    });
    await db
      .insertInto('users')
      .values(
        copies.map((replaceIds, index) => ({
          id: replaceIds(person.userId),
          name: 'Payer',
          email: `payer-${index}@example.com`,
          password_hash: '-',
          platform: 'PP',
          verified_at: new Date(),
        })),
      )
      .execute();
    for (const table of TABLES) {
      const texts = copies.map((replaceIds) => replaceIds(rows.texts[table]));
      await sql`insert into ${sql.table(table)} select (jsonb_populate_record(null::${sql.table(table)}, source::jsonb)).* from unnest(${texts}::text[]) source`.execute(
        db,
      );
    }
    await sql`analyze`.execute(db);
    return copies.map((replaceIds) => JSON.parse(replaceIds(JSON.stringify(ids))) as BankSubscriptionIds);
  });
}

async function readRows(db: Database, userId: string): Promise<{ texts: Record<(typeof TABLES)[number], string>; number: string }> {
  const { rows } = await sql<Record<(typeof TABLES)[number] | 'number', string>>`
    select to_jsonb(bank_customers)::text as bank_customers, to_jsonb(test_bank_customers)::text as test_bank_customers,
      to_jsonb(subscriptions)::text as subscriptions, to_jsonb(entitlements)::text as entitlements, to_jsonb(orders)::text as orders, orders.number
    from bank_customers join test_bank_customers on test_bank_customers.id = customer_id
      join subscriptions using (user_id) join entitlements using (user_id) join orders using (user_id)
    where user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error('The account must have exactly one subscription and one order');
  return { texts: row, number: row.number };
}

async function readIds(db: Database, subscriptionId: string): Promise<BankSubscriptionIds> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('orders', 'orders.reference_id', 'subscriptions.id')
    .select(['subscriptions.customer_id', 'subscriptions.bank_id', 'orders.invoice_id', 'orders.payment_intent_id'])
    .where('subscriptions.id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return {
    customerId: row.customer_id ?? '',
    subscriptionId: row.bank_id ?? '',
    invoiceId: row.invoice_id ?? '',
    intentId: row.payment_intent_id ?? '',
  };
}

const BATCH_ROWS = 100_000;
const HEX_DIGITS = 12;
/** Returns an SQL expression for the id of an order. Ids increase with the number. */
const orderIdSql = (number: string) => sql.raw(`('0000000d-0000-7000-8000-' || lpad(to_hex(${number}), ${HEX_DIGITS}, '0'))::uuid`);
export const createOrderId = (number: number): string => `0000000d-0000-7000-8000-${number.toString(16).padStart(HEX_DIGITS, '0')}`;

/**
 * Inserts paid orders of one buyer, with an order of another account after every second one. Foreign keys are not checked. Numbers of `createOrderId` run from 1
 * to one and a half times the count.
 */
export async function insertOrders(buyer: ApiPerson, other: ApiPerson, count: number): Promise<void> {
  await withProductDatabase(buyer.product, async (db) => {
    for (let from = 1; from <= count * 1.5; from += BATCH_ROWS) {
      await db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`insert into orders (id, number, type, platform, user_id, payer_name, payer_email, description, items_cents, total_cents, status_id,
            payment_event, bank, payment_intent_id, invoice_id, card_brand, card_last4, reference_id, created_at, paid_at)
          select ${orderIdSql('n')}, 'B' || n, 'subscription', 'PP', case when n % 3 = 0 then ${other.userId}::uuid else ${buyer.userId}::uuid end, 'Ana Lima',
            'ana@example.com', 'Single User, monthly', 29900, 29900, (select id from order_statuses where event = 'ordercreated' limit 1),
            'paymentsuccess', 'testBank', 'pi_b' || n, 'in_b' || n, 'visa', '4242', ${newId()}::uuid, now() - make_interval(mins => 2000000 - n), now()
          from generate_series(${from}::integer, ${Math.min(from + BATCH_ROWS - 1, count * 1.5)}::integer) n`.execute(tx);
      });
    }
    await sql`vacuum analyze orders`.execute(db);
  });
}
