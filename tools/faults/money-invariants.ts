import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Order, Payment, SubscriptionSummary } from '@vitrine/contract';
import { sql } from 'kysely';
import { toSubscriptionState } from '../../apps/server/src/modules/subscriptions/subscription-transitions.rules.ts';
import type { Account } from '../../apps/server/src/modules/test-bank/bank-account.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import type { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import { assert } from './round.ts';

/** Waits until the bank has executed everything that is due and no job remains. */
export const waitForIdleQueue = (product: Product): Promise<void> =>
  withProductDatabase(product, (db) =>
    until('the queue and the bank are idle', async () => {
      const { rows } = await sql<{ remaining: number }>`
        select (select count(*) from graphile_worker.jobs where attempts < max_attempts or locked_at is not null)
          + (select count(*) from bank_events where applied_at is null)
          + (select count(*) from test_bank_customers, test_bank_settings where due_at <= now() + make_interval(secs => offset_seconds)) as remaining`.execute(
        db,
      );
      return rows[0]?.remaining === 0;
    }),
  );

async function readBank({ product, userId }: ApiPerson): Promise<Pick<Account, 'intents' | 'invoices' | 'subscriptions'>> {
  const row = await withProductDatabase(product, (db) =>
    db
      .selectFrom('test_bank_customers')
      .innerJoin('bank_customers', 'bank_customers.customer_id', 'test_bank_customers.id')
      .select('state')
      .where('bank_customers.user_id', '=', userId)
      .executeTakeFirst(),
  );
  return row ? (row.state as unknown as Account) : { intents: [], invoices: [], subscriptions: [] };
}

/**
 * Asserts that the bank, the orders, the plan and the receipts of an account agree once the queue is idle. Returns the amounts that the bank charged, in cents,
 * oldest first.
 */
export async function checkPayments(person: ApiPerson): Promise<number[]> {
  await waitForIdleQueue(person.product);
  const bank = await readBank(person);
  const captured = bank.intents.filter(({ amountReceived }) => amountReceived > 0);
  // A poster has no invoice.
  const invoices = captured.flatMap(({ invoiceId }) => invoiceId ?? []);
  assert(new Set(invoices).size === invoices.length, 'an invoice was charged twice');
  await checkOrders(person, captured);
  await checkPlan(person, bank, invoices.length > 0);
  return captured.map(({ amountReceived }) => amountReceived);
}

async function checkOrders(person: ApiPerson, captured: Account['intents']): Promise<void> {
  const orders = await withProductDatabase(person.product, (db) =>
    db
      .selectFrom('orders')
      .select(['number', 'total_cents', 'payment_intent_id'])
      .where('user_id', '=', person.userId)
      .where('payment_event', '=', 'paymentsuccess')
      .execute(),
  );
  // Free orders are paid without the bank.
  const atProduct = orders
    .filter(({ total_cents }) => total_cents > 0)
    .map(({ payment_intent_id, total_cents }) => `${payment_intent_id} ${total_cents}`);
  const atBank = captured.map(({ id, amountReceived }) => `${id} ${amountReceived}`);
  assert(
    atProduct.toSorted().join() === atBank.toSorted().join(),
    `paid orders: ${atProduct.join(', ') || 'none'}; charged by the bank: ${atBank.join(', ') || 'nothing'}`,
  );
  const listed = (await person.request<Payment[]>('GET', `/stripes/payments/${person.userId}`)).filter(
    ({ status }) => status === 'success',
  );
  assert(listed.length === orders.length, `${listed.length} payments are listed as paid, ${orders.length} are`);
  const receipts = await receiptsTo(person);
  const numbers = orders.map(({ number }) => number).toSorted();
  assert(receipts.toSorted().join() === numbers.join(), `receipts for ${receipts.join(', ')}; paid were ${numbers.join(', ')}`);
}

/** Lists the order numbers of the receipts that were emailed, one per email. */
async function receiptsTo({ product, email }: ApiPerson): Promise<string[]> {
  const folder = path.join(product.dataDir, 'mail');
  const numbers: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const text = await readFile(path.join(folder, name), 'utf8');
    const number = text.includes(`To: ${email}`) ? /^Subject: Your receipt for order (V\d+-\d)/m.exec(text)?.[1] : undefined;
    if (number) numbers.push(number);
  }
  return numbers;
}

/**
 * Asserts that an account with a running subscription at the bank has the plan of its price, an account with a former one has an ended plan, and an account
 * that never paid has the trial.
 */
async function checkPlan(person: ApiPerson, { subscriptions }: Pick<Account, 'subscriptions'>, hasPaid: boolean): Promise<void> {
  const summary = await person.request<SubscriptionSummary>('GET', `/subscriptions/${person.userId}`);
  const running = subscriptions.filter(({ endedAt, status }) => endedAt === null && status !== 'incomplete');
  assert(running.length <= 1, `${running.length} subscriptions of one person run at the bank`);
  const [active] = running;
  const expected = active ? `${active.price.planName}, active` : hasPaid ? 'expired' : 'Free, trial';
  const actual = summary.isTrial
    ? `${summary.planName}, trial`
    : summary.status === 'expired'
      ? 'expired'
      : `${summary.planName}, ${summary.status}`;
  assert(actual === expected, `the plan is ${actual}, expected ${expected}`);
  if (!active) return;
  const { state } = await person.request<{ state: string }>('GET', `/stripes/subscriptions/${summary.subscriptionId}`);
  assert(
    state === toSubscriptionState(active),
    `the subscription is ${state} in the product and ${toSubscriptionState(active)} at the bank`,
  );
}

/** Asserts that a submitted form created at most one order per poster, each with its print file, and that a payment implies the orders. */
export async function checkPosters(person: ApiPerson, expected: number, isPaid: boolean): Promise<void> {
  const orders = await person.request<Order[]>('GET', `/orders/users/${person.userId}`);
  assert(orders.length <= expected, `one form created ${orders.length} orders`);
  assert(!isPaid || orders.length === expected, 'a payment without its order');
  for (const { _id } of orders) {
    const [order] = await person.request<Order[]>('GET', `/orders/${_id}`);
    assert(order?.poster?.hasPrintFile === true, 'an order without its print file');
  }
}

/** Stops billing of this account, so that clock changes of later rounds do not renew its subscription. */
export const stopBilling = ({ product, userId }: ApiPerson) =>
  withProductDatabase(product, (db) =>
    db
      .updateTable('test_bank_customers')
      .set({ due_at: null })
      .where('id', 'in', (customers) => customers.selectFrom('bank_customers').select('customer_id').where('user_id', '=', userId))
      .execute(),
  );
