import { randomUUID } from 'node:crypto';
import type { Preview, Subscribed } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { advanceBankClock, aSubscription, findPayments, findPriceOfPlan, findSubscription } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

/** Each test moves the bank's only clock, so the tests depend on their order. */
let test: TestApp;
let root: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  root = await aPerson(test);
  await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', root.user._id).execute();
});
afterAll(() => test.close());

const mailsTo = ({ email }: TestPerson): string[] =>
  test.printed.filter((line) => line.startsWith(`Email to ${email}:`)).map((line) => line.split('\n')[0]?.replace(/^.*?: /, '') ?? '');
const notices = (person: TestPerson): string[] => mailsTo(person).filter((subject) => !subject.startsWith('Your receipt'));
const summaryOf = async ({ call, user }: TestPerson) => (await call('GET', `/subscriptions/${user._id}`)).json<{ result: object }>().result;

describe('an active subscription', () => {
  it('renews each period, with an order and a receipt for each', async () => {
    const ana = await aPerson(test);
    const { subscription } = await aSubscription(ana);
    await advanceBankClock(test, root, 65);
    expect((await findPayments(ana)).map(({ amount, status }) => [amount, status])).toEqual(Array(3).fill([29_900, 'success']));
    expect(mailsTo(ana)).toHaveLength(3);
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state: 'active' });
    expect(await summaryOf(ana)).toMatchObject({ status: 'active', planName: 'Single User' });
  });

  it('ends with its period when it is cancelled, unless the cancellation is withdrawn', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana)).subscription;
    const cancelled = (await ana.call('DELETE', `/stripes/subscription/${id}`)).json();
    expect(cancelled).toMatchObject({
      result: { status: 'canceled', state: 'cancelled', abilities: { cancel: false, resume: true, change: false } },
    });
    expect((await ana.call('PUT', `/stripes/subscription/${id}/resume`)).json()).toMatchObject({
      result: { status: 'active', state: 'active' },
    });
    await ana.call('DELETE', `/stripes/subscription/${id}`);
    await advanceBankClock(test, root, 32);
    expect(await findSubscription(ana, id)).toMatchObject({ status: 'canceled', state: 'expired', abilities: { resume: false } });
    expect(await summaryOf(ana)).toMatchObject({ status: 'expired' });
    expect(await findPayments(ana)).toHaveLength(1);
    expect(notices(ana)).toEqual([
      expect.stringMatching(/^Your plan ends on /),
      'Your plan continues',
      expect.stringMatching(/^Your plan ends on /),
      'Your plan has ended',
    ]);
    expect((await ana.call('PUT', `/stripes/subscription/${id}/resume`)).json()).toMatchObject({ code: 'SUBSCRIPTION_ENDED' });
    const again = await aSubscription(ana, { planName: 'Family Plan' });
    expect(again.subscription.id).not.toBe(id);
    expect(await summaryOf(ana)).toMatchObject({ status: 'active', planName: 'Family Plan' });
  });

  it('whose renewal fails continues during retries, sends an email for each, and ends after the last', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana, { card: 'pm_card_chargeCustomerFail' })).subscription;
    await advanceBankClock(test, root, 31.2);
    expect(await findSubscription(ana, id)).toMatchObject({
      status: 'active',
      state: 'pastDue',
      nextAttempt: expect.any(Number) as number,
    });
    expect(await summaryOf(ana)).toMatchObject({ status: 'active' });
    await advanceBankClock(test, root, 3);
    expect(await summaryOf(ana)).toMatchObject({ status: 'active' });
    await advanceBankClock(test, root, 5);
    expect(await findSubscription(ana, id)).toMatchObject({ state: 'expired' });
    expect(await summaryOf(ana)).toMatchObject({ status: 'expired' });
    expect((await findPayments(ana)).map(({ status }) => status)).toEqual(['failed', 'success']);
    const subjects = notices(ana);
    expect(subjects.at(-1)).toBe('Your plan has ended because of a failed payment');
    expect(new Set(subjects.slice(0, -1))).toEqual(new Set(['Your payment for Single User failed']));
  });

  it('whose renewal failed is paid immediately by another card', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana, { card: 'pm_card_chargeCustomerFail' })).subscription;
    await advanceBankClock(test, root, 31.2);
    const declined = await ana.call('PUT', `/stripes/subscription/${id}/card`, { paymentMethodId: 'pm_card_chargeDeclined' });
    expect(declined.statusCode).toBe(402);
    const mended = await ana.call('PUT', `/stripes/subscription/${id}/card`, { paymentMethodId: 'pm_card_mastercard' });
    expect(mended.json()).toMatchObject({ result: { state: 'active', card: { brand: 'mastercard' }, nextAttempt: null } });
    expect((await findPayments(ana)).map(({ status }) => status)).toEqual(['success', 'success']);
  });
});

describe('an edited plan', () => {
  it('is sold at its new price, while existing subscribers keep the old price and limits', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const { id } = (await aSubscription(ana, { planName: 'Enterprise Plan' })).subscription;
    const { priceId, plan } = await findPriceOfPlan(ben, 'Enterprise Plan');
    const edited = { plan_id: plan._id, interval: 'month', amount_cents: 349_900, devices: 10, users: 5, storage_bytes: 1e11 };
    await test.db.transaction().execute(async (tx) => {
      await tx.updateTable('plan_prices').set({ retired_at: new Date() }).where('id', '=', priceId).execute();
      await tx
        .insertInto('plan_prices')
        .values({ id: randomUUID(), ...edited })
        .execute();
    });
    // Ben's page was loaded before the price changed.
    const late = await ben.call('POST', '/stripes/subscription', { priceId, paymentMethodId: 'pm_card_visa' });
    expect(late.json()).toMatchObject({ code: 'PLAN_UNKNOWN' });
    expect((await findPriceOfPlan(ben, 'Enterprise Plan')).amount).toBe(349_900);
    await advanceBankClock(test, root, 32);
    expect((await findPayments(ana)).map(({ amount }) => amount)).toEqual([299_900, 299_900]);
    expect(await findSubscription(ana, id)).toMatchObject({ plan: { amount: 299_900 } });
    expect(await summaryOf(ana)).toMatchObject({ devices: { allowed: 50 }, users: 25 });
  });
});

describe('a change of plan', () => {
  const previewOf = async (person: TestPerson, priceId: string) =>
    (await person.call('POST', '/stripes/preview', { priceId })).json<{ result: Preview }>().result;
  const change = (person: TestPerson, id: string, price: string, more: object = {}) =>
    person.call('PUT', `/stripes/subscription/${id}`, { items: [{ price }], ...more });

  it('costs exactly the previewed amount, and applies immediately', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana)).subscription;
    const { priceId } = await findPriceOfPlan(ana, 'Family Plan');
    const { amountDue, prorationDate, nextAmount } = await previewOf(ana, priceId);
    expect(nextAmount).toBe(99_900);
    const answer = await change(ana, id, priceId, { prorationDate, amount: amountDue });
    expect(answer.json()).toMatchObject({ message: 'Subscription Updated Successfully', result: { payment: { status: 'succeeded' } } });
    const { subscription } = answer.json<{ result: Subscribed }>().result;
    expect(subscription.plan).toEqual({ nickname: 'Family Plan', interval: 'month', amount: 99_900 });
    expect((await findPayments(ana)).map(({ amount }) => amount)).toEqual([amountDue, 29_900]);
    expect(await summaryOf(ana)).toMatchObject({ planName: 'Family Plan', users: 6 });
    await test.runJobs();
    expect(notices(ana)).toEqual(['Your plan is now Family Plan']);
    expect((await change(ana, id, priceId)).json()).toMatchObject({ code: 'SAME_PLAN' });
  });

  it('with a price made up by the client is refused', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana)).subscription;
    const { priceId } = await findPriceOfPlan(ana, 'Enterprise Plan');
    const other = await findPriceOfPlan(ana, 'Single User', 'year');
    const { prorationDate, amountDue } = await previewOf(ana, priceId);
    for (const [price, more] of [
      [priceId, { prorationDate: prorationDate + 29 * 86_400 }],
      [priceId, { prorationDate, amount: amountDue - 1 }],
      [other.priceId, { prorationDate }],
      [priceId, { amount: 1 }],
    ] as const)
      expect((await change(ana, id, price, more)).json()).toMatchObject({ code: 'AMOUNT_DIFFERS' });
    expect(await findPayments(ana)).toHaveLength(1);
  });

  it('to a cheaper one leaves a credit, from which later payments are made', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana, { planName: 'Family Plan' })).subscription;
    const { priceId } = await findPriceOfPlan(ana, 'Single User');
    const { amountDue, credit } = await previewOf(ana, priceId);
    expect(amountDue).toBe(0);
    expect(credit).toBeGreaterThan(60_000);
    await change(ana, id, priceId);
    expect((await findPayments(ana)).map(({ amount }) => amount)).toEqual([0, 99_900]);
    await advanceBankClock(test, root, 32);
    expect((await findPayments(ana)).map(({ amount }) => amount)).toEqual([0, 0, 99_900]);
  });

  it('whose payment is declined does not happen', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana)).subscription;
    await ana.call('PUT', `/stripes/subscription/${id}/card`, { paymentMethodId: 'pm_card_chargeDeclined' });
    const { priceId } = await findPriceOfPlan(ana, 'Enterprise Plan');
    expect((await change(ana, id, priceId)).json()).toMatchObject({ code: 'CARD_REFUSED' });
    expect(await findSubscription(ana, id)).toMatchObject({ plan: { nickname: 'Single User' }, state: 'active' });
    expect(await summaryOf(ana)).toMatchObject({ planName: 'Single User' });
  });

  it('whose payment was declined succeeds when it is repeated with a working card', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana)).subscription;
    const withCard = (paymentMethodId: string) => ana.call('PUT', `/stripes/subscription/${id}/card`, { paymentMethodId });
    await withCard('pm_card_chargeDeclined');
    const { priceId } = await findPriceOfPlan(ana, 'Family Plan');
    const { prorationDate } = await previewOf(ana, priceId);
    const click = { prorationDate, idempotencyKey: randomUUID() };
    expect((await change(ana, id, priceId, click)).json()).toMatchObject({ code: 'CARD_REFUSED' });
    await withCard('pm_card_visa');
    expect((await change(ana, id, priceId, click)).json()).toMatchObject({
      result: { subscription: { plan: { nickname: 'Family Plan' } } },
    });
    expect((await change(ana, id, priceId, click)).statusCode).toBe(200);
    expect((await findPayments(ana)).filter(({ status }) => status === 'success')).toHaveLength(2);
  });

  it('that is requested twice concurrently is paid once', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana)).subscription;
    const { priceId } = await findPriceOfPlan(ana, 'Enterprise Plan');
    const answers = await Promise.all([1, 2, 3].map(() => change(ana, id, priceId)));
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await findPayments(ana)).toHaveLength(2);
  });
});
