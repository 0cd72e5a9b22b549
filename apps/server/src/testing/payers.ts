import type { Payment, Plan, Subscribed, Subscription } from '@vitrine/contract';
import { listPayments } from '@vitrine/contract/payments.endpoints';
import { listPlans, readCardSubscription } from '@vitrine/contract/subscriptions.endpoints';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { Account } from '../modules/test-bank/bank-account.ts';
import { callEndpoint, type TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

type Interval = 'month' | 'year';

export async function findPriceOfPlan(
  person: TestPerson,
  planName: string,
  interval: Interval = 'month',
): Promise<{ plan: Plan; priceId: string; amount: number }> {
  const plans = await callEndpoint(person, listPlans, {});
  const plan = plans.find((known) => known.planName === planName);
  const price = plan?.plans.find((known) => known.interval === interval);
  if (!plan || !price) throw new Error(`There is no plan '${planName}' by the ${interval}`);
  return { plan, priceId: price.priceId, amount: price.amount };
}

/** Requests a subscription with one of Stripe's shared test cards. The request may be refused. */
export async function buy(
  person: TestPerson,
  { planName = 'Single User', interval = 'month' as Interval, card = 'pm_card_visa', key = undefined as string | undefined } = {},
): Promise<LightMyRequestResponse> {
  const { priceId, plan } = await findPriceOfPlan(person, planName, interval);
  return person.call('POST', '/stripes/subscription', {
    priceId,
    planId: plan._id,
    paymentMethodId: card,
    ...(key !== undefined && { idempotencyKey: key }),
  });
}

export async function aSubscription(person: TestPerson, choices: Parameters<typeof buy>[1] = {}): Promise<Subscribed> {
  const answer = await buy(person, choices);
  if (answer.statusCode !== 200) throw new Error(`Subscribing was refused: ${answer.body}`);
  return answer.json<{ result: Subscribed }>().result;
}

export const findSubscription = (person: TestPerson, subscriptionId: string): Promise<Subscription> =>
  callEndpoint(person, readCardSubscription, { params: { subscriptionId } });

export const findPayments = (person: TestPerson): Promise<Payment[]> =>
  callEndpoint(person, listPayments, { params: { userId: person.user._id } });

/** Sells extra screens with all plans that cost something, for 20 dollars a month or 200 dollars a year. */
export const sellExtraScreens = async (test: TestApp): Promise<void> => {
  const cents = sql<number>`case interval when 'year' then 20000 else 2000 end`;
  await test.db.updateTable('plan_prices').set({ extra_screen_cents: cents }).where('amount_cents', '>', 0).execute();
};

/** Requests another number of extra screens. The request may be refused. */
export const requestExtraScreens = (person: TestPerson, subscriptionId: string, body: { quantity: number; [name: string]: unknown }) =>
  person.call('PUT', `/stripes/subscription/${subscriptionId}/extra-screens`, body);

/** Moves the test bank's clock forward and applies the resulting events. */
export async function advanceBankClock(test: TestApp, root: TestPerson, days: number): Promise<void> {
  const answer = await root.call('POST', '/test-bank/v1/clock', { advanceSeconds: Math.round(days * 86_400) });
  if (answer.statusCode !== 200) throw new Error(`The clock was not moved: ${answer.body}`);
  await test.runJobs();
}

/** Returns the amount that the bank has charged an account minus refunds, in cents. */
export async function getChargedCents(test: TestApp, { user }: TestPerson): Promise<number> {
  const row = await test.db.selectFrom('bank_customers').select('customer_id').where('user_id', '=', user._id).executeTakeFirst();
  if (!row) return 0;
  const { state } = await test.db
    .selectFrom('test_bank_customers')
    .select('state')
    .where('id', '=', row.customer_id)
    .executeTakeFirstOrThrow();
  const { intents } = state as unknown as Account;
  return intents.reduce((sum, intent) => sum + intent.amountReceived - intent.amountRefunded, 0);
}
