import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan, Preview, Subscribed } from '@vitrine/contract';
import type { ApiPerson } from '../../e2e/api.ts';
import { waitForIdleQueue } from './money-invariants.ts';

/** An account whose records are checked after the kill. Amounts are in cents; null stands for any amount. */
export interface Payer {
  person: ApiPerson;
  /** Amounts that were charged before the request. */
  before: number[];
  /** Amounts that the request may charge. */
  after: (number | null)[];
  /** Maximum number of poster orders, and the exact number once they are paid. */
  orders?: number;
}

export interface Flow {
  name: string;
  /** Maximum delay of the kill after the request, in milliseconds. */
  maxKillDelayMs: number;
  /** Returns the request during which the server is killed. It is idempotent. */
  prepare(newPerson: () => Promise<ApiPerson>, admin: ApiPerson): Promise<{ payers: Payer[]; request: () => Promise<unknown> }>;
}

const SINGLE = 29_900;
export const CARDS = {
  good: 'pm_card_visa',
  needsAuthentication: 'pm_card_authenticationRequired',
  failsLater: 'pm_card_chargeCustomerFail',
};
/** Longer than any month, and shorter than the period in which a failed renewal is retried. */
const MONTH_S = 32 * 86_400;
const RETRY_TIMEOUT_MS = 60_000;

/** Calls the API like a client that does not know the outcome of its request: retries on connection errors, on 503 and while another request is in progress. */
export async function callWithRetry<T>(person: ApiPerson, method: string, path: string, body?: unknown): Promise<T> {
  for (const deadline = Date.now() + RETRY_TIMEOUT_MS; ; ) {
    const response = await person.call<T>(method, path, body).catch((error: unknown) => {
      if (!person.product.isRunning) throw error;
      return null;
    });
    const isPending = !response || response.status === 503 || response.body.code === 'PAYMENT_BUSY';
    if (!isPending && response.body.error) throw new Error(`${method} ${path}: ${response.status} ${response.body.message}`);
    if (!isPending) return response.body.result;
    if (Date.now() > deadline) throw new Error(`${method} ${path}: no response, last result: ${response?.status ?? 'connection error'}`);
    await sleep(200);
  }
}

async function findPriceId(person: ApiPerson, planName: string): Promise<string> {
  const plans = await person.request<Plan[]>('GET', '/stripes/prices');
  const price = plans.find((plan) => plan.planName === planName)?.plans.find(({ interval }) => interval === 'month');
  if (!price) throw new Error(`Unknown plan: ${planName}`);
  return price.priceId;
}

async function prepareSubscribe(person: ApiPerson, card: string): Promise<() => Promise<Subscribed>> {
  const body = { priceId: await findPriceId(person, 'Single User'), paymentMethodId: card, idempotencyKey: randomUUID() };
  return () => callWithRetry<Subscribed>(person, 'POST', '/stripes/subscription', body);
}

const subscribe = async (person: ApiPerson, card = CARDS.good): Promise<Subscribed> => (await prepareSubscribe(person, card))();

/** Confirms the payment at the bank as the browser does, then reports it to the API. */
async function confirm(person: ApiPerson, { orderId, payment }: Subscribed): Promise<void> {
  const { paymentIntentId, clientSecret } = payment;
  const path = `/test-bank/v1/payment_intents/${paymentIntentId}`;
  const { status } = await callWithRetry<{ status: string }>(person, 'GET', `${path}?client_secret=${clientSecret}`);
  if (status === 'requires_action')
    await callWithRetry(person, 'POST', `${path}/authenticate`, { client_secret: clientSecret, is_confirmed: true });
  await callWithRetry(person, 'POST', '/stripes/payment', { paymentType: 'paymentsuccess', paymentIntentId, orderId });
}

const readClock = (admin: ApiPerson) => callWithRetry<{ now: number }>(admin, 'GET', '/test-bank/v1/clock').then((clock) => clock.now);
const moveClock = (admin: ApiPerson) => callWithRetry(admin, 'POST', '/test-bank/v1/clock', { advanceSeconds: MONTH_S });

export const FLOWS: readonly Flow[] = [
  {
    name: 'money-subscribe',
    maxKillDelayMs: 500,
    async prepare(newPerson) {
      const person = await newPerson();
      return { payers: [{ person, before: [], after: [SINGLE] }], request: await prepareSubscribe(person, CARDS.good) };
    },
  },
  {
    name: 'money-confirm',
    maxKillDelayMs: 400,
    async prepare(newPerson) {
      const person = await newPerson();
      const subscribed = await subscribe(person, CARDS.needsAuthentication);
      return { payers: [{ person, before: [], after: [SINGLE] }], request: () => confirm(person, subscribed) };
    },
  },
  {
    name: 'money-change',
    maxKillDelayMs: 400,
    async prepare(newPerson) {
      const person = await newPerson();
      const { subscription } = await subscribe(person);
      const price = await findPriceId(person, 'Family Plan');
      const { prorationDate, amountDue } = await person.request<Preview>('POST', '/stripes/preview', { priceId: price });
      // Clients of the API may omit the announced amount.
      const announced = Math.random() < 0.5 ? { prorationDate, amount: amountDue } : {};
      const body = { items: [{ price }], ...announced, idempotencyKey: randomUUID() };
      const request = () => callWithRetry(person, 'PUT', `/stripes/subscription/${subscription.id}`, body);
      return { payers: [{ person, before: [SINGLE], after: [null] }], request };
    },
  },
  {
    name: 'money-cancel',
    maxKillDelayMs: 400,
    async prepare(newPerson) {
      const person = await newPerson();
      const { id } = (await subscribe(person)).subscription;
      const request = async () => {
        await callWithRetry(person, 'DELETE', `/stripes/subscription/${id}`);
        await callWithRetry(person, 'PUT', `/stripes/subscription/${id}/resume`);
      };
      return { payers: [{ person, before: [SINGLE], after: [] }], request };
    },
  },
  {
    name: 'money-card',
    maxKillDelayMs: 400,
    async prepare(newPerson, admin) {
      const person = await newPerson();
      const { id } = (await subscribe(person, CARDS.failsLater)).subscription;
      await moveClock(admin);
      await waitForIdleQueue(person.product);
      const request = () => callWithRetry(person, 'PUT', `/stripes/subscription/${id}/card`, { paymentMethodId: CARDS.good });
      return { payers: [{ person, before: [SINGLE], after: [SINGLE] }], request };
    },
  },
  {
    name: 'money-clock',
    maxKillDelayMs: 1000,
    async prepare(newPerson, admin) {
      const [renews, fails, ends, needsAuthentication] = [await newPerson(), await newPerson(), await newPerson(), await newPerson()];
      await subscribe(renews);
      await subscribe(fails, CARDS.failsLater);
      await ends.request('DELETE', `/stripes/subscription/${(await subscribe(ends)).subscription.id}`);
      await confirm(needsAuthentication, await subscribe(needsAuthentication, CARDS.needsAuthentication));
      const target = (await readClock(admin)) + MONTH_S;
      // A second move would advance the clock by another month.
      const request = async () => ((await readClock(admin)) < target ? moveClock(admin) : undefined);
      const otherPayers = [fails, ends, needsAuthentication].map((person) => ({ person, before: [SINGLE], after: [] }));
      return { payers: [{ person: renews, before: [SINGLE], after: [SINGLE] }, ...otherPayers], request };
    },
  },
];
