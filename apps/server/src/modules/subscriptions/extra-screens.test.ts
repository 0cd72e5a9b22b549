/** Extra screens that the payer of a plan buys and removes, through HTTP with the test bank. */
import { randomUUID } from 'node:crypto';
import type { DeviceLimit, EditablePlan, Preview, SubscriptionSummary } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signEvent } from '../../platform/cards/event-signature.ts';
import { aPerson, aScreen, type TestPerson } from '../../testing/builders.ts';
import {
  advanceBankClock,
  aSubscription,
  findPayments,
  findPriceOfPlan,
  findSubscription,
  getChargedCents,
  requestExtraScreens,
  sellExtraScreens,
} from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let root: TestPerson;
let ana: TestPerson;
let id: string;
beforeAll(async () => {
  test = await openTestApp();
  await sellExtraScreens(test);
  root = await aPerson(test);
  await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', root.user._id).execute();
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test);
  ({ id } = (await aSubscription(ana)).subscription);
});

const change = (quantity: number, more: object = {}) => requestExtraScreens(ana, id, { quantity, ...more });
const preview = (quantity: number) => ana.call('POST', `/stripes/subscription/${id}/extra-screens/preview`, { quantity });
const charged = () => getChargedCents(test, ana);
const limitOf = async ({ call, user }: TestPerson) =>
  (await call('GET', `/devices/users/${user._id}`)).json<{ result: { limit: DeviceLimit } }>().result.limit;
const summaryOf = async ({ call, user }: TestPerson) =>
  (await call('GET', `/subscriptions/${user._id}`)).json<{ result: SubscriptionSummary }>().result;
async function addDevices(count: number): Promise<number[]> {
  const screens = await Promise.all(Array.from({ length: count }, () => aScreen(test)));
  const answers = await Promise.all(
    screens.map(({ deviceId }) => ana.call('POST', '/devices', { name: 'Hall', deviceId, timeZone: 'UTC' })),
  );
  return answers.map(({ statusCode }) => statusCode);
}
const useCard = (card: string) => ana.call('PUT', `/stripes/subscription/${id}/card`, { paymentMethodId: card });
const setAllowance = (deviceAllowance: number | null) => root.call('PUT', `/users/${ana.user._id}`, { deviceAllowance });

describe('extra screens', () => {
  it('are charged for the rest of the period, raise the device limit, and appear on the receipt', async () => {
    await advanceBankClock(test, root, 10);
    const quoted = (await preview(3)).json<{ result: Preview }>().result;
    const answer = await change(3, { prorationDate: quoted.prorationDate, amount: quoted.amountDue, idempotencyKey: randomUUID() });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      result: { subscription: { extraScreens: { quantity: 3, amount: 2_000 } }, payment: { status: 'succeeded' } },
    });
    expect(quoted.amountDue).toBeGreaterThan(0);
    expect(quoted.amountDue).toBeLessThan(6_000);
    expect(quoted.upcoming.amount).toBe(29_900 + 6_000);
    expect(await charged()).toBe(29_900 + quoted.amountDue);
    expect(await limitOf(ana)).toMatchObject({ allowed: 8 });
    expect(await summaryOf(ana)).toMatchObject({ devices: { allowed: 8 }, extraScreens: { quantity: 3, canBuy: true } });
    const [newest] = await findPayments(ana);
    const receipt = (await ana.call('GET', `/stripes/payments/${ana.user._id}/${newest?._id}`)).json();
    expect(receipt).toMatchObject({
      result: {
        lines: [{ description: 'Remaining time on 3 × Single User, extra screen', amount: quoted.amountDue }],
        total: quoted.amountDue,
      },
    });
  });

  it('are renewed with the plan, and stay until the end of a cancelled one', async () => {
    await change(2);
    const before = await charged();
    await advanceBankClock(test, root, 31);
    expect((await charged()) - before).toBe(29_900 + 4_000);
    expect((await ana.call('GET', `/stripes/credit/${ana.user._id}`)).json()).toMatchObject({ result: { upcoming: { amount: 33_900 } } });
    expect((await ana.call('DELETE', `/stripes/subscription/${id}`)).statusCode).toBe(200);
    expect((await change(5)).json()).toMatchObject({ code: 'EXTRA_SCREENS_UNAVAILABLE' });
    expect(await limitOf(ana)).toMatchObject({ allowed: 7, hasEnded: false });
    await advanceBankClock(test, root, 32);
    expect(await findSubscription(ana, id)).toMatchObject({ state: 'expired' });
    expect((await charged()) - before).toBe(33_900);
  });

  it('that are removed are credited for the rest of the period', async () => {
    await change(4);
    const paid = await charged();
    const answer = await change(1);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await charged()).toBe(paid);
    const { credit } = (await ana.call('GET', `/stripes/credit/${ana.user._id}`)).json<{ result: { credit: number } }>().result;
    expect(credit).toBeGreaterThan(5_900);
    expect(credit).toBeLessThanOrEqual(6_000);
    expect(await limitOf(ana)).toMatchObject({ allowed: 6 });
    expect((await change(0)).statusCode).toBe(200);
    expect(await findSubscription(ana, id)).toMatchObject({ extraScreens: { quantity: 0 } });
    expect(await limitOf(ana)).toMatchObject({ allowed: 5 });
  });

  it('change nothing when the card is declined', async () => {
    await useCard('pm_card_chargeDeclined');
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await change(3, { idempotencyKey: randomUUID() })).json()).toMatchObject({ code: 'CARD_REFUSED' });
    expect(await charged()).toBe(29_900);
    expect(await limitOf(ana)).toMatchObject({ allowed: 5 });
    await useCard('pm_card_visa');
    expect((await change(3)).statusCode).toBe(200);
    expect(await limitOf(ana)).toMatchObject({ allowed: 8 });
  });

  it('are added once the payer has confirmed the payment', async () => {
    await useCard('pm_card_authenticationRequired');
    const answer = (await change(3)).json<{ result: { orderId: string; payment: { paymentIntentId: string; clientSecret: string } } }>();
    expect(answer).toMatchObject({ result: { payment: { status: 'requires_action' } } });
    expect(await limitOf(ana)).toMatchObject({ allowed: 5 });
    const { paymentIntentId, clientSecret } = answer.result.payment;
    const body = { client_secret: clientSecret, is_confirmed: true };
    await test.app.inject({ method: 'POST', url: `/api/test-bank/v1/payment_intents/${paymentIntentId}/authenticate`, payload: body });
    await test.runJobs();
    expect(await limitOf(ana)).toMatchObject({ allowed: 8 });
  });
});

describe('extra screens under repeated and concurrent requests', () => {
  it('are paid once, by one click or by many tabs', async () => {
    const quoted = (await preview(3)).json<{ result: Preview }>().result;
    const click = { prorationDate: quoted.prorationDate, amount: quoted.amountDue, idempotencyKey: randomUUID() };
    const clicks = await Promise.all(
      Array.from({ length: 30 }, (_, at) => change(3, at % 2 === 0 ? click : { idempotencyKey: randomUUID() })),
    );
    expect(clicks.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    expect(clicks.every(({ statusCode }) => [200, 409, 429].includes(statusCode))).toBe(true);
    expect(await charged()).toBe(29_900 + quoted.amountDue);
    expect(await findPayments(ana)).toHaveLength(2);
    expect(await limitOf(ana)).toMatchObject({ allowed: 8 });
  });

  it('never allow more devices than are paid for', async () => {
    await change(15);
    const [statuses, lowered] = await Promise.all([addDevices(100), change(3)]);
    const added = statuses.filter((status) => status === 201).length;
    const { allowed, used } = await limitOf(ana);
    expect(allowed).toBe(lowered.statusCode === 200 ? 8 : 20);
    expect(used).toBe(added);
    expect(used).toBeLessThanOrEqual(allowed);
  });

  it('stay as billed when events of the bank arrive again and in another order', async () => {
    for (const quantity of [3, 1]) expect((await change(quantity)).statusCode).toBe(200);
    const sent = (await test.db.selectFrom('test_bank_events').select('body').execute()).map(
      ({ body }) => JSON.parse(body) as Record<string, unknown>,
    );
    expect(sent.length).toBeGreaterThan(5);
    const { signing_secret: secret } = await test.db.selectFrom('test_bank_settings').select('signing_secret').executeTakeFirstOrThrow();
    const events = [...sent.toReversed(), ...sent, ...sent.map((event) => ({ ...event, id: `evt_${randomUUID()}` }))];
    for (const event of events) {
      const payload = JSON.stringify(event);
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': signEvent(payload, secret, Math.floor(Date.now() / 1000)),
      };
      expect((await test.app.inject({ method: 'POST', url: '/api/stripes/webhook', headers, payload })).statusCode).toBe(200);
    }
    await test.runJobs();
    expect(await limitOf(ana)).toMatchObject({ allowed: 6 });
    expect(await findPayments(ana)).toHaveLength(3);
  });
});

describe('removing extra screens', () => {
  it('is refused while devices use them, and states how many to delete', async () => {
    await change(3);
    expect((await addDevices(7)).every((status) => status === 201)).toBe(true);
    const message = 'You have 7 devices, and this number of extra screens allows 6. Delete 1 device first.';
    expect((await preview(1)).json()).toMatchObject({ code: 'EXTRA_SCREENS_IN_USE', message });
    const refused = await change(1);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'EXTRA_SCREENS_IN_USE', message });
    expect(await limitOf(ana)).toMatchObject({ allowed: 8 });
    expect((await change(2)).statusCode).toBe(200);
    expect(await limitOf(ana)).toMatchObject({ allowed: 7, used: 7 });
  });
});

describe('a change of plan', () => {
  it('keeps the extra screens at the price of the new plan', async () => {
    await change(2);
    const { priceId } = await findPriceOfPlan(ana, 'Single User', 'year');
    expect((await ana.call('PUT', `/stripes/subscription/${id}`, { items: [{ price: priceId }] })).statusCode).toBe(200);
    expect(await findSubscription(ana, id)).toMatchObject({ plan: { interval: 'year' }, extraScreens: { quantity: 2, amount: 20_000 } });
    expect(await limitOf(ana)).toMatchObject({ allowed: 7 });
  });

  it('to a plan without extra screens is refused until they are removed', async () => {
    await change(2);
    const { priceId } = await findPriceOfPlan(ana, 'Enterprise Plan');
    await test.db.updateTable('plan_prices').set({ extra_screen_cents: null }).where('id', '=', priceId).execute();
    const upgrade = () => ana.call('PUT', `/stripes/subscription/${id}`, { items: [{ price: priceId }] });
    expect((await upgrade()).json()).toMatchObject({ code: 'EXTRA_SCREENS_UNAVAILABLE', message: expect.stringContaining('Remove') });
    expect((await change(0)).statusCode).toBe(200);
    expect((await upgrade()).statusCode).toBe(200);
    await test.db.updateTable('plan_prices').set({ extra_screen_cents: 2_000 }).where('id', '=', priceId).execute();
  });
});

describe('the number of an administrator', () => {
  it('is the total, so that no extra screens can be bought, and existing ones can be removed', async () => {
    await change(3);
    await setAllowance(20);
    expect(await limitOf(ana)).toMatchObject({ allowed: 20 });
    expect(await summaryOf(ana)).toMatchObject({ extraScreens: { quantity: 3, canBuy: false } });
    expect((await change(4)).json()).toMatchObject({ code: 'EXTRA_SCREENS_UNAVAILABLE' });
    expect((await addDevices(10)).every((status) => status === 201)).toBe(true);
    expect((await change(0)).statusCode).toBe(200);
    expect(await limitOf(ana)).toMatchObject({ allowed: 20, used: 10 });
  });
});

async function editExtraScreenPrice(name: string, extraScreenAmount: number): Promise<void> {
  const plans = (await root.call('GET', '/plans')).json<{ result: EditablePlan[] }>().result;
  const plan = plans.find(({ planName }) => planName === name);
  const amount = plan?.plans.find(({ interval }) => interval === 'month')?.amount;
  const body = { name, description: '', trialDays: 0, features: [], interval: 'month', amount, updatedAt: plan?.updatedAt };
  const answer = await root.call('PUT', `/plans/${plan?._id}`, { ...body, extraScreenAmount });
  expect(answer.statusCode, answer.body).toBe(200);
}

describe('the price of extra screens', () => {
  it('that changes applies to new extra screens of others, and an account keeps the one it has bought with', async () => {
    await change(1);
    await editExtraScreenPrice('Single User', 2_500);
    expect((await findPriceOfPlan(ana, 'Single User')).plan.plans).toContainEqual(expect.objectContaining({ extraScreenAmount: 2_500 }));
    expect(await findSubscription(ana, id)).toMatchObject({ extraScreens: { quantity: 1, amount: 2_000 } });
    const ben = await aPerson(test);
    expect((await aSubscription(ben)).subscription.extraScreens).toEqual({ quantity: 0, amount: 2_500 });
  });

  it('of today applies to a plan that was sold without extra screens', async () => {
    const ben = await aPerson(test);
    const { subscription } = await aSubscription(ben, { planName: 'Family Plan' });
    await test.db.updateTable('plan_prices').set({ extra_screen_cents: null }).where('id', '=', subscription.priceId).execute();
    expect((await findSubscription(ben, subscription.id)).abilities.buyExtraScreens).toBe(false);
    expect((await requestExtraScreens(ben, subscription.id, { quantity: 1 })).json()).toMatchObject({ code: 'EXTRA_SCREENS_UNAVAILABLE' });
    await editExtraScreenPrice('Family Plan', 1_500);
    expect((await requestExtraScreens(ben, subscription.id, { quantity: 2 })).statusCode).toBe(200);
    expect(await findSubscription(ben, subscription.id)).toMatchObject({ extraScreens: { quantity: 2, amount: 1_500 } });
    expect(await limitOf(ben)).toMatchObject({ allowed: 3 });
  });
});

it.each([-1, 1.5, 10_001, '3', null])('refuse the number %j', async (quantity) => {
  expect((await requestExtraScreens(ana, id, { quantity: quantity as number })).json()).toMatchObject({ code: 'INVALID' });
});

it('are refused for the subscription of another account', async () => {
  const ben = await aPerson(test);
  expect((await requestExtraScreens(ben, id, { quantity: 1 })).statusCode).toBe(404);
  expect((await requestExtraScreens(root, id, { quantity: 1 })).statusCode).toBe(404);
});
