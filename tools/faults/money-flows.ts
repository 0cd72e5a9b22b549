import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan, Preview, Subscribed } from '@vitrine/contract';
import type { ApiPerson } from '../../e2e/api.ts';
import { waitForIdleQueue } from './money-invariants.ts';

/** An account whose records are checked after the kill. Amounts are in cents; null stands for any amount. */
export interface Payer {
  person: ApiPerson;
  /** Taken before the click. */
  before: number[];
  /** Amounts that the click may charge. */
  after: (number | null)[];
  /** Maximum number of poster orders, and the exact number once they are paid. */
  orders?: number;
}

export interface Flow {
  name: string;
  /** The kill comes within this of the click. */
  withinMs: number;
  /** `click` is what the server is killed under; repeated, it is the same click. */
  prepare(newPerson: () => Promise<ApiPerson>, keeper: ApiPerson): Promise<{ payers: Payer[]; click: () => Promise<unknown> }>;
}

const SINGLE = 29_900;
export const CARDS = { good: 'pm_card_visa', asks: 'pm_card_authenticationRequired', failsLater: 'pm_card_chargeCustomerFail' };
/** Past the end of any month, and before its failed renewal is given up. */
const MONTH_S = 32 * 86_400;
const GIVE_UP_MS = 60_000;

/** Calls the API like a client that does not know the outcome of its request: retries on connection errors, on 503 and while another request is in progress. */
export async function answered<T>(person: ApiPerson, method: string, path: string, body?: unknown): Promise<T> {
  for (const until = Date.now() + GIVE_UP_MS; ; ) {
    const answer = await person.call<T>(method, path, body).catch((error: unknown) => {
      if (!person.product.isRunning) throw error;
      return null;
    });
    const isOpen = !answer || answer.status === 503 || answer.body.code === 'PAYMENT_BUSY';
    if (!isOpen && answer.body.error) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`);
    if (!isOpen) return answer.body.result;
    if (Date.now() > until) throw new Error(`${method} ${path} was not answered: ${answer?.status ?? 'the connection breaks'}`);
    await sleep(200);
  }
}

async function priceOf(person: ApiPerson, planName: string): Promise<string> {
  const plans = await person.must<Plan[]>('GET', '/stripes/prices');
  const price = plans.find((plan) => plan.planName === planName)?.plans.find(({ interval }) => interval === 'month');
  if (!price) throw new Error(`There is no plan '${planName}'`);
  return price.priceId;
}

async function clickToSubscribe(person: ApiPerson, card: string): Promise<() => Promise<Subscribed>> {
  const body = { priceId: await priceOf(person, 'Single User'), paymentMethodId: card, idempotencyKey: randomUUID() };
  return () => answered<Subscribed>(person, 'POST', '/stripes/subscription', body);
}

const subscribe = async (person: ApiPerson, card = CARDS.good): Promise<Subscribed> => (await clickToSubscribe(person, card))();

/** Confirms the payment at the bank as the browser does, then reports it to the API. */
async function confirm(person: ApiPerson, { orderId, payment }: Subscribed): Promise<void> {
  const { paymentIntentId, clientSecret } = payment;
  const path = `/test-bank/v1/payment_intents/${paymentIntentId}`;
  const { status } = await answered<{ status: string }>(person, 'GET', `${path}?client_secret=${clientSecret}`);
  if (status === 'requires_action')
    await answered(person, 'POST', `${path}/authenticate`, { client_secret: clientSecret, is_confirmed: true });
  await answered(person, 'POST', '/stripes/payment', { paymentType: 'paymentsuccess', paymentIntentId, orderId });
}

const now = (keeper: ApiPerson) => answered<{ now: number }>(keeper, 'GET', '/test-bank/v1/clock').then((clock) => clock.now);
const moveClock = (keeper: ApiPerson) => answered(keeper, 'POST', '/test-bank/v1/clock', { advanceSeconds: MONTH_S });

export const FLOWS: readonly Flow[] = [
  {
    name: 'money-subscribe',
    withinMs: 500,
    async prepare(newPerson) {
      const person = await newPerson();
      return { payers: [{ person, before: [], after: [SINGLE] }], click: await clickToSubscribe(person, CARDS.good) };
    },
  },
  {
    name: 'money-confirm',
    withinMs: 400,
    async prepare(newPerson) {
      const person = await newPerson();
      const subscribed = await subscribe(person, CARDS.asks);
      return { payers: [{ person, before: [], after: [SINGLE] }], click: () => confirm(person, subscribed) };
    },
  },
  {
    name: 'money-change',
    withinMs: 400,
    async prepare(newPerson) {
      const person = await newPerson();
      const { subscription } = await subscribe(person);
      const price = await priceOf(person, 'Family Plan');
      const { prorationDate, amountDue } = await person.must<Preview>('POST', '/stripes/preview', { priceId: price });
      // Clients of the API may omit the announced amount.
      const told = Math.random() < 0.5 ? { prorationDate, amount: amountDue } : {};
      const body = { items: [{ price }], ...told, idempotencyKey: randomUUID() };
      const click = () => answered(person, 'PUT', `/stripes/subscription/${subscription.id}`, body);
      return { payers: [{ person, before: [SINGLE], after: [null] }], click };
    },
  },
  {
    name: 'money-cancel',
    withinMs: 400,
    async prepare(newPerson) {
      const person = await newPerson();
      const { id } = (await subscribe(person)).subscription;
      const click = async () => {
        await answered(person, 'DELETE', `/stripes/subscription/${id}`);
        await answered(person, 'PUT', `/stripes/subscription/${id}/resume`);
      };
      return { payers: [{ person, before: [SINGLE], after: [] }], click };
    },
  },
  {
    name: 'money-card',
    withinMs: 400,
    async prepare(newPerson, keeper) {
      const person = await newPerson();
      const { id } = (await subscribe(person, CARDS.failsLater)).subscription;
      await moveClock(keeper);
      await waitForIdleQueue(person.product);
      const click = () => answered(person, 'PUT', `/stripes/subscription/${id}/card`, { paymentMethodId: CARDS.good });
      return { payers: [{ person, before: [SINGLE], after: [SINGLE] }], click };
    },
  },
  {
    name: 'money-clock',
    withinMs: 1000,
    async prepare(newPerson, keeper) {
      const [renews, fails, ends, asks] = [await newPerson(), await newPerson(), await newPerson(), await newPerson()];
      await subscribe(renews);
      await subscribe(fails, CARDS.failsLater);
      await ends.must('DELETE', `/stripes/subscription/${(await subscribe(ends)).subscription.id}`);
      await confirm(asks, await subscribe(asks, CARDS.asks));
      const target = (await now(keeper)) + MONTH_S;
      // Moved twice it would be another month.
      const click = async () => ((await now(keeper)) < target ? moveClock(keeper) : undefined);
      const others = [fails, ends, asks].map((person) => ({ person, before: [SINGLE], after: [] }));
      return { payers: [{ person: renews, before: [SINGLE], after: [SINGLE] }, ...others], click };
    },
  },
];
