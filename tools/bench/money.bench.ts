/** Paying in a browser; two hundred events of the bank a second, and what another feels of them; pages of a million payments. */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment, Plan, Subscribed } from '@vitrine/contract';
import { signEvent } from '../../apps/server/src/platform/cards/event-signature.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { untilQuiet } from '../faults/money-books.ts';
import { type BankSubscriptionIds, copySubscription, insertOrders, orderIdOf } from './money.data.ts';
import { timePurchases } from './money-purchases.ts';
import { processorSeconds, productTree } from './process-figures.ts';

const PURCHASES = 10;
const PURCHASE_LIMIT_MS = 1500;
const SUBSCRIPTIONS = 500;
const EVENTS_PER_SECOND = 200;
const STORM_S = 20;
const EVENT_LIMIT_MS = 50;
const OTHER_PER_SECOND = 20;
const OTHER_RATIO = 1.5;
const OTHER_LIMIT_MS = 50;
const ORDERS = 1_000_000;
const PAGES = 500;
const PAGE_LIMIT_MS = 15;

const quantile = (values: number[], part: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

const within = (name: string, ours: number, peer: number) => ({
  name,
  ours,
  peer,
  unit: 'ms',
  ratio: ours / peer,
  limit: 1,
  pass: ours <= peer,
});

export async function run() {
  const product = await Product.start();
  try {
    return [...(await purchases(product)), ...(await storm(product)), ...(await pages(product))];
  } finally {
    await product.remove();
  }
}

async function priceOf(person: ApiPerson): Promise<string> {
  const plans = await person.must<Plan[]>('GET', '/stripes/prices');
  const price = plans.find(({ planName }) => planName === 'Single User')?.plans.find(({ interval }) => interval === 'month');
  if (!price) throw new Error('There is no such plan');
  return price.priceId;
}

async function purchases(product: Product) {
  const people = await Promise.all(Array.from({ length: PURCHASES }, (_, at) => ApiPerson.create(product, `buyer-${at}@example.com`)));
  const [first] = people;
  if (!first) return [];
  const times = await timePurchases(people, await priceOf(first));
  return [
    within(`Pay Now to the confirmation's heading, median of ${PURCHASES}`, quantile(times, 0.5), PURCHASE_LIMIT_MS),
    within(`the same, worst of ${PURCHASES}`, Math.max(...times), PURCHASE_LIMIT_MS),
  ];
}

/** Sends requests at a fixed rate without waiting for earlier responses. A time runs from when a request was due to the last byte of its response. */
async function atRate(perSecond: number, seconds: number, send: (at: number) => Promise<void>): Promise<number[]> {
  const start = performance.now();
  const sent: Promise<number>[] = [];
  for (let at = 0; at < perSecond * seconds; at++) {
    const due = start + (at * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    sent.push(send(at).then(() => performance.now() - due));
  }
  return Promise.all(sent);
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

function ask(url: string, options: http.RequestOptions, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, ...options }, (answer) => {
      answer.resume().once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} for ${url}`))));
    });
    request.once('error', reject).end(body);
  });
}

/** Builds the bank events of a renewal, in order. */
function eventOf({ customerId: customer, ...ids }: BankSubscriptionIds, at: number): string {
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

async function storm(product: Product) {
  const payer = await ApiPerson.create(product, 'payer@example.com');
  const body = { priceId: await priceOf(payer), paymentMethodId: 'pm_card_visa' };
  const subscriptions = await copySubscription(payer, await payer.must<Subscribed>('POST', '/stripes/subscription', body), SUBSCRIPTIONS);
  const { signing_secret: secret } = await withProductDatabase(product, (db) =>
    db.selectFrom('test_bank_settings').select('signing_secret').executeTakeFirstOrThrow(),
  );
  const tell = (at: number) => {
    const event = eventOf(subscriptions[at % subscriptions.length] as BankSubscriptionIds, at);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signEvent(event, secret, seconds()) };
    return ask(`${product.origin}/api/stripes/webhook`, { method: 'POST', headers }, event);
  };
  const other = await ApiPerson.create(product, 'other@example.com');
  const watch = (watchedS: number) =>
    atRate(OTHER_PER_SECOND, watchedS, () => ask(`${product.origin}/api/albums`, { headers: { authorization: other.token } }));
  await untilQuiet(product);
  const before = await countEvents(product);
  // Half before and half after, so that what else the machine does falls on both sides.
  const calm = await watch(STORM_S / 2);
  const spent = processorSeconds(productTree(product));
  const [times, busy] = await Promise.all([atRate(EVENTS_PER_SECOND, STORM_S, tell), watch(STORM_S)]);
  const [endedAt, spentMs] = [performance.now(), (processorSeconds(productTree(product)) - spent) * 1000];
  await untilQuiet(product);
  const appliedMs = performance.now() - endedAt;
  calm.push(...(await watch(STORM_S / 2)));
  const kept = (await countEvents(product)) - before;
  console.log(`  (of the processor for each, database and the other person included: ${(spentMs / kept).toFixed(1)} ms; all were applied`);
  console.log(`  ${(appliedMs / 1000).toFixed(1)} s after the last; answered at the median in ${quantile(times, 0.5).toFixed(1)} ms)`);
  return stormResults({ times, kept, calm: quantile(calm, 0.99), busy: quantile(busy, 0.99) });
}

function stormResults({ times, kept, calm, busy }: { times: number[]; kept: number; calm: number; busy: number }) {
  const sent = EVENTS_PER_SECOND * STORM_S;
  return [
    within(`events answered, ${EVENTS_PER_SECOND} a second for ${STORM_S} s, p99`, quantile(times, 0.99), EVENT_LIMIT_MS),
    { name: 'events kept of those sent', ours: kept, peer: sent, unit: '', ratio: kept / sent, limit: 1, pass: kept === sent },
    {
      ...within('p99 of GET /albums meanwhile against without', busy, calm),
      limit: OTHER_RATIO,
      pass: busy <= calm * OTHER_RATIO || busy < OTHER_LIMIT_MS,
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

async function pages(product: Product) {
  const [buyer, other] = [await ApiPerson.create(product, 'many@example.com'), await ApiPerson.create(product, 'few@example.com')];
  await insertOrders(buyer, other, ORDERS);
  const results = [];
  for (const [name, query] of [
    ['first', ''],
    ['one deep inside', `&before=${orderIdOf(ORDERS / 2)}`],
  ]) {
    const path = `/stripes/payments/${buyer.userId}?dataPerPage=20${query}`;
    const page = await buyer.must<Payment[]>('GET', path);
    if (page.length !== 20) throw new Error(`${path}: ${page.length} payments`);
    const times: number[] = [];
    for (let at = 0; at < PAGES; at++) {
      const start = performance.now();
      await ask(`${product.origin}/api${path}`, { headers: { authorization: buyer.token } });
      times.push(performance.now() - start);
    }
    results.push(
      within(`a page of ${ORDERS.toLocaleString('en-US')} payments, ${name}, p99 of ${PAGES}`, quantile(times, 0.99), PAGE_LIMIT_MS),
    );
  }
  return results;
}
