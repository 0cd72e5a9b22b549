import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aSubscription, findPayments } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;
let test: TestApp;
let root: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  root = await aPerson(test);
  await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', root.user._id).execute();
});
afterAll(() => test.close());

const give = (actor: TestPerson, { user }: TestPerson, subscription: object) =>
  actor.call('PUT', `/users/${user._id}`, { subscription, role: 'user' });
const summaryOf = async ({ call, user }: TestPerson) => (await call('GET', `/subscriptions/${user._id}`)).json<{ result: object }>().result;
const inDays = (days: number) => Date.now() + days * DAY_MS;

describe('a granted plan', () => {
  it('is valid until its date, needs no card, and is announced by email', async () => {
    const ana = await aPerson(test);
    const answer = await give(root, ana, {
      name: 'Family Plan',
      endDate: inDays(90),
      devices: 1,
      storage: 35e9,
      amount: 99_900,
      interval: 'month',
    });
    expect(answer.json()).toMatchObject({
      message: 'Subscription added to user successfully',
      result: { subscriptionId: expect.any(String) as string },
    });
    expect(await summaryOf(ana)).toMatchObject({ planName: 'Family Plan', status: 'active', users: 6 });
    expect(await findPayments(ana)).toEqual([]);
    const { subscriptionId } = answer.json<{ result: { subscriptionId: string } }>().result;
    expect((await ana.call('DELETE', `/stripes/subscription/${subscriptionId}`)).json()).toMatchObject({ code: 'SUBSCRIPTION_GIVEN' });
    await test.runJobs();
    expect(test.printed.some((line) => line.startsWith(`Email to ${ana.email}: You have a new plan: Family Plan`))).toBe(true);
    await test.db
      .updateTable('entitlements')
      .set({ ends_at: new Date(Date.now() - 1) })
      .where('user_id', '=', ana.user._id)
      .execute();
    await test.db
      .updateTable('subscriptions')
      .set({ period_end: new Date(Date.now() - 1) })
      .where('user_id', '=', ana.user._id)
      .execute();
    await test.runWorkerTasks('subscriptions.endGranted');
    expect(await summaryOf(ana)).toMatchObject({ status: 'expired' });
    expect((await ana.call('GET', `/stripes/subscriptions/${subscriptionId}`)).json()).toMatchObject({
      result: { state: 'expired', source: 'given' },
    });
  });

  it('combines with the card’s subscription by the larger of each limit, without changing it', async () => {
    const ana = await aPerson(test);
    await aSubscription(ana);
    await give(root, ana, { name: 'Enterprise Plan', endDate: inDays(30) });
    expect(await summaryOf(ana)).toMatchObject({ planName: 'Enterprise Plan', devices: { allowed: 50 } });
    await give(root, ana, { name: 'Family Plan', endDate: inDays(60) });
    expect(await summaryOf(ana)).toMatchObject({ planName: 'Family Plan', devices: { allowed: 5 } });
    expect(await findPayments(ana)).toHaveLength(1);
  });

  it('needs an existing plan and a future date', async () => {
    const ana = await aPerson(test);
    const refusal = async (subscription: object) => (await give(root, ana, subscription)).json<{ message: string }>().message;
    expect(await refusal({ endDate: inDays(1) })).toBe('Please choose a subscription plan');
    expect(await refusal({ name: '', endDate: inDays(1) })).toBe('Please choose a subscription plan');
    expect(await refusal({ name: 'Family Plan' })).toBe('Please enter a valid date');
    expect(await refusal({ name: 'Family Plan', endDate: inDays(-1) })).toBe('Please enter a valid date');
    expect(await refusal({ name: 'Family Plan', endDate: inDays(3700) })).toBe('Please enter a valid date');
    expect((await give(root, ana, { name: 'Golden Plan', endDate: inDays(1) })).json()).toMatchObject({ code: 'PLAN_UNKNOWN' });
    expect((await give(root, ana, { name: 'Family Plan', endDate: inDays(1), devices: 500 })).json()).toMatchObject({
      code: 'PLAN_CHANGED',
    });
  });

  it('is granted by administrators only, and not to themselves', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const plan = { name: 'Enterprise Plan', endDate: inDays(30) };
    expect((await give(ana, ana, plan)).statusCode).toBe(404);
    expect((await give(ben, ana, plan)).statusCode).toBe(404);
    expect((await give(root, root, plan)).statusCode).toBe(404);
    expect(await summaryOf(ana)).toMatchObject({ planName: 'Free' });
  });

  it('sets the role that the plan implies for people of the partner platform only', async () => {
    const roleAfter = async (platform: 'PP' | 'WV', name: string) => {
      const person = await aPerson(test);
      await test.db.updateTable('users').set({ platform }).where('id', '=', person.user._id).execute();
      expect((await give(root, person, { name, endDate: inDays(30) })).statusCode).toBe(200);
      return (await test.db.selectFrom('users').select('role').where('id', '=', person.user._id).executeTakeFirstOrThrow()).role;
    };
    expect(await roleAfter('WV', 'Viewer')).toBe('user');
    expect(await roleAfter('WV', 'Advertiser')).toBe('advUser');
    expect(await roleAfter('WV', 'Host')).toBe('host');
    expect(await roleAfter('PP', 'Enterprise Plan')).toBe('user');
  });
});
