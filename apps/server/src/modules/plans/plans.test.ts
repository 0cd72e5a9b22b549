/** Plans that administrators edit: changes apply to new subscriptions only. */
import type { EditablePlan, Plan } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aSubscription } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  admin = await aPerson(test);
  await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
});
afterAll(() => test.close());

async function planNamed(name: string): Promise<EditablePlan> {
  const { result } = (await admin.call('GET', '/plans')).json<{ result: EditablePlan[] }>();
  const plan = result.find(({ planName }) => planName === name);
  if (!plan) throw new Error(`There is no plan ${name}`);
  return plan;
}
const amountOf = (plan: Plan | undefined, interval: string) => plan?.plans.find((price) => price.interval === interval)?.amount;
const bodyOf = (plan: EditablePlan, change: object = {}) => ({
  name: plan.planName,
  description: plan.description,
  trialDays: plan.trialDays,
  features: plan.features,
  interval: 'month',
  amount: amountOf(plan, 'month'),
  updatedAt: plan.updatedAt,
  ...change,
});
const edit = async (plan: EditablePlan, change: object) => admin.call('PUT', `/plans/${plan._id}`, bodyOf(plan, change));
const forSale = async (name: string) =>
  (await test.app.inject('/api/stripes/prices')).json<{ result: Plan[] }>().result.find(({ planName }) => planName === name);

it('Free is not offered for sale', async () => {
  expect(await forSale('Free')).toMatchObject({ planStorage: 5e9, plans: [] });
  expect((await forSale('Single User'))?.plans).toHaveLength(2);
});

it.each(['Single User', 'Family Plan', 'Enterprise Plan'])('the features of the %s state its storage and devices', async (name) => {
  const plan = await planNamed(name);
  const included = plan.features.filter(({ isIncluded }) => isIncluded).map(({ text }) => text);
  expect(included).toContain(`${plan.planStorage / 1e9} GB of storage`);
  expect(included).toContainEqual(expect.stringMatching(new RegExp(`^(Up to )?${plan.device} display devices?$`)));
});

describe('a plan', () => {
  it('is sold as edited, and stays unchanged for existing subscribers', async () => {
    const ana = await aPerson(test);
    const bought = await aSubscription(ana, { planName: 'Single User' });
    const before = bought.subscription.plan.amount;
    const plan = await planNamed('Single User');
    const features = [
      { text: 'As many albums as you like', isIncluded: true },
      { text: 'Support by phone', isIncluded: false },
    ];
    const answer = await edit(plan, { description: 'For one.', trialDays: 14, features, amount: 31_900 });
    expect(answer.statusCode, answer.body).toBe(200);
    const sold = await forSale('Single User');
    expect(sold).toMatchObject({ description: 'For one.', trialDays: 14, features });
    expect([amountOf(sold, 'month'), amountOf(sold, 'year')]).toEqual([31_900, amountOf(plan, 'year')]);
    const current = await ana.call('GET', `/stripes/subscriptions/${bought.subscription.id}`);
    expect(current.json()).toMatchObject({ result: { plan: { amount: before } } });
  });

  it('with another number of devices is sold so at each interval and states it, and existing subscribers keep their number', async () => {
    const ana = await aPerson(test);
    await aSubscription(ana, { planName: 'Family Plan' });
    const plan = await planNamed('Family Plan');
    const kept = { text: `More than ${plan.device} display devices on request`, isIncluded: true };
    expect((await edit(plan, { devices: 120, features: [...plan.features, kept] })).statusCode).toBe(200);
    const sold = await forSale('Family Plan');
    expect(sold).toMatchObject({ device: 120, plans: [{ interval: 'year' }, { interval: 'month' }] });
    expect(sold?.features).toContainEqual({ text: expect.stringMatching(/^(Up to )?120 display devices$/), isIncluded: true });
    expect(sold?.features).toContainEqual(kept);
    expect(sold?.plans.map(({ amount }) => amount)).toEqual(plan.plans.map(({ amount }) => amount));
    expect(sold?.plans.map(({ priceId }) => priceId)).not.toEqual(plan.plans.map(({ priceId }) => priceId));
    const { limit } = (await ana.call('GET', `/devices/users/${ana.user._id}`)).json<{ result: { limit: object } }>().result;
    expect(limit).toMatchObject({ allowed: plan.device });
  });

  it('sells extra screens at the price of each interval, until the price is removed', async () => {
    const pricesOf = async () =>
      (await forSale('Enterprise Plan'))?.plans.map(({ interval, extraScreenAmount }) => [interval, extraScreenAmount]);
    expect((await edit(await planNamed('Enterprise Plan'), { extraScreenAmount: 2_000 })).statusCode).toBe(200);
    expect(await pricesOf()).toContainEqual(['month', 2_000]);
    // A body without the field keeps the price.
    expect((await edit(await planNamed('Enterprise Plan'), { description: 'For companies.' })).statusCode).toBe(200);
    expect(await pricesOf()).toContainEqual(['month', 2_000]);
    expect((await edit(await planNamed('Enterprise Plan'), { extraScreenAmount: null })).statusCode).toBe(200);
    expect(await pricesOf()).toContainEqual(['month', null]);
  });

  it('that was changed concurrently is not overwritten', async () => {
    const plan = await planNamed('Single User');
    const [one, other] = await Promise.all([edit(plan, { description: 'One' }), edit(plan, { description: 'Other' })]);
    expect([one, other].filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = [one, other].find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  });

  it.each([
    ['Family Plan', { name: 'Household' }, 'PLAN_NAME_FIXED'],
    ['Free', { amount: 100 }, 'PLAN_FREE'],
    ['Free', { devices: 2 }, 'PLAN_FREE'],
    ['Free', { extraScreenAmount: 2_000 }, 'PLAN_FREE'],
    ['Single User', { amount: 0 }, 'PLAN_FREE'],
    ['Single User', { name: 'family plan' }, 'VALUE_TAKEN'],
  ])('%s cannot have %o', async (name, change, code) => {
    expect((await edit(await planNamed(name), change)).json()).toMatchObject({ code });
  });

  it.each([
    [{ name: ' ' }, 'Name should not be empty.'],
    [{ name: 'x'.repeat(51) }, 'Should not exceed 50 characters!'],
    [{ features: [{ text: '', isIncluded: true }] }, 'Feature should not be empty.'],
    [{ trialDays: 366 }, ''],
    [{ trialDays: 1.5 }, ''],
    [{ devices: 1.5 }, 'Enter a number from 0 to 100,000.'],
    [{ devices: 100_001 }, 'Enter a number from 0 to 100,000.'],
    [{ amount: 12.5 }, ''],
    [{ amount: -1 }, ''],
    [{ amount: 1e12 }, 'Enter a lower price.'],
    [{ extraScreenAmount: 0 }, 'Enter a price above zero, or leave the field empty.'],
    [{ extraScreenAmount: 19.99 }, ''],
    [{ extraScreenAmount: 1e12 }, 'Enter a lower price.'],
    [{ interval: 'week' }, ''],
    [{ updatedAt: 'yesterday' }, ''],
  ])('refuses %o', async (change, message) => {
    const answer = await edit(await planNamed('Single User'), change);
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ message: string }>().message).toContain(message);
  });

  it('is visible to support, who cannot change it', async () => {
    const support = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'support' }).where('id', '=', support.user._id).execute();
    const plan = await planNamed('Single User');
    expect((await support.call('GET', '/plans')).statusCode).toBe(200);
    expect((await support.call('PUT', `/plans/${plan._id}`, bodyOf(plan))).statusCode).toBe(404);
  });
});
