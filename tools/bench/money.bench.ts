/** Measures payments in a browser, two hundred bank events per second with the latency of another user, and pages of a million payments. */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment, Plan, Subscribed } from '@vitrine/contract';
import { signEvent } from '../../apps/server/src/platform/cards/event-signature.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { waitForIdleQueue } from '../faults/money-invariants.ts';
import { createLimitResult, quantile } from './figures.ts';
import { type BankSubscriptionIds, copySubscription, createOrderId, insertOrders } from './money.data.ts';
import { timePurchases } from './money-purchases.ts';
import { listProductProcesses, processorSeconds } from './process-figures.ts';

const PURCHASES = 10;
const PURCHASE_LIMIT_MS = 1500;
const SUBSCRIPTIONS = 500;
const EVENTS_PER_SECOND = 200;
const EVENTS_S = 20;
const EVENT_LIMIT_MS = 50;
const BYSTANDER_PER_SECOND = 20;
const BYSTANDER_RATIO = 1.5;
const BYSTANDER_LIMIT_MS = 50;
const ORDERS = 1_000_000;
const PAGES = 500;
const PAGE_LIMIT_MS = 15;

const createMsResult = (name: string, ours: number, limitMs: number) => createLimitResult(name, ours, limitMs, 'ms');

export async function run() {
  const product = await Product.start();
  try {
    return [...(await benchPurchases(product)), ...(await benchEvents(product)), ...(await benchPages(product))];
  } finally {
    await product.remove();
  }
}

async function findPriceId(person: ApiPerson): Promise<string> {
  const plans = await person.request<Plan[]>('GET', '/stripes/prices');
  const price = plans.find(({ planName }) => planName === 'Single User')?.plans.find(({ interval }) => interval === 'month');
  if (!price) throw new Error('The plan Single User has no monthly price');
  return price.priceId;
}

async function benchPurchases(product: Product) {
  const people = await Promise.all(Array.from({ length: PURCHASES }, (_, at) => ApiPerson.create(product, `buyer-${at}@example.com`)));
  const [first] = people;
  if (!first) return [];
  const times = await timePurchases(people, await findPriceId(first));
  return [
    createMsResult(`Pay Now until the confirmation heading, median of ${PURCHASES}`, quantile(times, 0.5), PURCHASE_LIMIT_MS),
    createMsResult(`the same, worst of ${PURCHASES}`, Math.max(...times), PURCHASE_LIMIT_MS),
  ];
}

/** Sends requests at a fixed rate without waiting for earlier responses. A time runs from when a request was due to the last byte of its response. */
async function atRate(perSecond: number, seconds: number, send: (at: number) => Promise<void>): Promise<number[]> {
  const start = performance.now();
  const sent: Promise<number>[] = [];
  for (let at = 0; at < perSecond * seconds; at++) {
    const due = start + (at * 1000) / perSecond;
    const waitMs = due - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    sent.push(send(at).then(() => performance.now() - due));
  }
  return Promise.all(sent);
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

function sendRequest(url: string, options: http.RequestOptions, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, ...options }, (response) => {
      response
        .resume()
        .once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode} for ${url}`))));
    });
    request.once('error', reject).end(body);
  });
}

/** Builds the bank events of a renewal, in order. */
function createEvent({ customerId: customer, ...ids }: BankSubscriptionIds, at: number): string {
  const objects = [
    ['customer.subscription.updated', { id: ids.subscriptionId, object: 'subscription', customer }],
    [
      'invoice.paid',
      { id: ids.invoiceId, object: 'invoice', customer, parent: { subscription_details: { subscription: ids.subscriptionId } } },
    ],
    ['payment_intent.succeeded', { id: ids.intentId, object: 'payment_intent', customer }],
  ] as const;
  const [type, object] = objects[at % objects.length] ?? objects[0];
  return JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, created: seconds(), data: { object } });
}

const seconds = () => Math.floor(Date.now() / 1000);

async function benchEvents(product: Product) {
  const payer = await ApiPerson.create(product, 'payer@example.com');
  const body = { priceId: await findPriceId(payer), paymentMethodId: 'pm_card_visa' };
  const subscriptions = await copySubscription(
    payer,
    await payer.request<Subscribed>('POST', '/stripes/subscription', body),
    SUBSCRIPTIONS,
  );
  const { signing_secret: secret } = await withProductDatabase(product, (db) =>
    db.selectFrom('test_bank_settings').select('signing_secret').executeTakeFirstOrThrow(),
  );
  const sendEvent = (at: number) => {
    const event = createEvent(subscriptions[at % subscriptions.length] as BankSubscriptionIds, at);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signEvent(event, secret, seconds()) };
    return sendRequest(`${product.origin}/api/stripes/webhook`, { method: 'POST', headers }, event);
  };
  const other = await ApiPerson.create(product, 'other@example.com');
  const measureBystander = (durationS: number) =>
    atRate(BYSTANDER_PER_SECOND, durationS, () => sendRequest(`${product.origin}/api/albums`, { headers: { authorization: other.token } }));
  await waitForIdleQueue(product);
  const before = await countEvents(product);
  // Measure half before and half after the events, so that a change in the machine's speed affects both sides.
  const idle = await measureBystander(EVENTS_S / 2);
  const processorBefore = processorSeconds(listProductProcesses(product));
  const [times, loaded] = await Promise.all([atRate(EVENTS_PER_SECOND, EVENTS_S, sendEvent), measureBystander(EVENTS_S)]);
  const [endedAt, spentMs] = [performance.now(), (processorSeconds(listProductProcesses(product)) - processorBefore) * 1000];
  await waitForIdleQueue(product);
  const appliedMs = performance.now() - endedAt;
  idle.push(...(await measureBystander(EVENTS_S / 2)));
  const storedCount = (await countEvents(product)) - before;
  console.log(
    `  (processor time per event, including the database and the bystander: ${(spentMs / storedCount).toFixed(1)} ms; all were applied`,
  );
  console.log(`  ${(appliedMs / 1000).toFixed(1)} s after the last one; median response time ${quantile(times, 0.5).toFixed(1)} ms)`);
  return createEventResults({ times, storedCount, idle: quantile(idle, 0.99), loaded: quantile(loaded, 0.99) });
}

function createEventResults({ times, storedCount, idle, loaded }: { times: number[]; storedCount: number; idle: number; loaded: number }) {
  const sent = EVENTS_PER_SECOND * EVENTS_S;
  return [
    createMsResult(`response to events, ${EVENTS_PER_SECOND} per second for ${EVENTS_S} s, p99`, quantile(times, 0.99), EVENT_LIMIT_MS),
    {
      name: 'stored events of those sent',
      ours: storedCount,
      peer: sent,
      unit: '',
      ratio: storedCount / sent,
      limit: 1,
      pass: storedCount === sent,
    },
    {
      ...createMsResult('p99 of GET /albums during the events vs. without', loaded, idle),
      limit: BYSTANDER_RATIO,
      pass: loaded <= idle * BYSTANDER_RATIO || loaded < BYSTANDER_LIMIT_MS,
    },
  ];
}

const countEvents = (product: Product): Promise<number> =>
  withProductDatabase(product, async (db) => {
    const { count } = await db
      .selectFrom('bank_events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  });

async function benchPages(product: Product) {
  const [buyer, other] = [await ApiPerson.create(product, 'many@example.com'), await ApiPerson.create(product, 'few@example.com')];
  await insertOrders(buyer, other, ORDERS);
  const results = [];
  for (const [name, query] of [
    ['first', ''],
    ['deep', `&before=${createOrderId(ORDERS / 2)}`],
  ]) {
    const path = `/stripes/payments/${buyer.userId}?dataPerPage=20${query}`;
    const page = await buyer.request<Payment[]>('GET', path);
    if (page.length !== 20) throw new Error(`${path}: ${page.length} payments`);
    const times: number[] = [];
    for (let at = 0; at < PAGES; at++) {
      const start = performance.now();
      await sendRequest(`${product.origin}/api${path}`, { headers: { authorization: buyer.token } });
      times.push(performance.now() - start);
    }
    results.push(
      createMsResult(
        `a page of ${ORDERS.toLocaleString('en-US')} payments, ${name}, p99 of ${PAGES}`,
        quantile(times, 0.99),
        PAGE_LIMIT_MS,
      ),
    );
  }
  return results;
}
