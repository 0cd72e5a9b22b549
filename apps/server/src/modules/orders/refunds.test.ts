import type { Order, Payment, PlanEnd, Preview } from '@vitrine/contract';
import { readOrder } from '@vitrine/contract/orders.endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { aPerson, callEndpoint, type TestPerson } from '../../testing/builders.ts';
import { advanceBankClock, aSubscription, findPayments, findPriceOfPlan, findSubscription, getChargedCents } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { paymentsModule } from '../payments/index.ts';

let test: TestApp;
let root: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  root = await aPerson(test);
  await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', root.user._id).execute();
});
afterAll(() => test.close());

const read = async (id: string): Promise<Order> => (await callEndpoint(root, readOrder, { params: { id } }))[0] as Order;
const refund = (id: string, body: { amount?: number; reason?: string; planEnd?: PlanEnd; requestId?: string } = {}) =>
  root.call('POST', `/orders/${id}/refunds`, { requestId: newId(), ...body });
const change = async (person: TestPerson, id: string, planName: string) =>
  person.call('PUT', `/stripes/subscription/${id}`, { items: [{ price: (await findPriceOfPlan(person, planName)).priceId }] });
const creditAtBank = async ({ user }: TestPerson): Promise<number> => {
  const { customer_id } = await test.db
    .selectFrom('bank_customers')
    .select('customer_id')
    .where('user_id', '=', user._id)
    .executeTakeFirstOrThrow();
  return test.modules.getApi(paymentsModule).cards.readCredit(customer_id);
};
const mailsTo = async ({ email }: TestPerson): Promise<string[]> => {
  await test.runJobs();
  return test.printed.filter((line) => line.startsWith(`Email to ${email}:`));
};

/** Subscribes to the Family Plan and changes to Single User immediately, so that most of the payment becomes credit. */
async function aDowngrade() {
  const ana = await aPerson(test);
  const { subscription } = await aSubscription(ana, { planName: 'Family Plan' });
  await change(ana, subscription.id, 'Single User');
  const [changed, first] = (await findPayments(ana)) as [Payment, Payment];
  return { ana, subscription, changed, first, credit: await creditAtBank(ana) };
}

describe('a refund of a subscription order', () => {
  it('excludes credit that a downgrade already returned', async () => {
    const { ana, first, changed, credit } = await aDowngrade();
    expect((await read(first._id)).refundable).toEqual({ card: 99_900 - credit, credit: 0, credited: credit, isPlanRunning: true });
    expect((await read(changed._id)).abilities.refund).toBe(false);
    expect((await refund(first._id, { amount: 99_900 })).json()).toMatchObject({ code: 'REFUND_TOO_LARGE' });
    expect((await refund(first._id)).statusCode).toBe(200);
    expect(await getChargedCents(test, ana)).toBe(credit);
    expect(await creditAtBank(ana)).toBe(credit);
    expect((await refund(first._id)).json()).toMatchObject({ code: 'REFUND_TOO_LARGE' });
  });

  it('returns the part that was paid from the credit to the credit, once', async () => {
    const { ana, credit } = await aDowngrade();
    await advanceBankClock(test, root, 32);
    const [renewal] = (await findPayments(ana)) as [Payment];
    expect(renewal).toMatchObject({ amount: 0, credit: 29_900, invoiceReason: 'renewal' });
    const requestId = newId();
    const answers = await Promise.all([1, 2, 3].map(() => refund(renewal._id, { requestId })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await creditAtBank(ana)).toBe(credit);
    expect((await read(renewal._id)).amounts).toMatchObject({ total: 0, refunded: 0, returned: 29_900 });
    expect((await findPayments(ana))[0]).toMatchObject({ status: 'refunded', returnedAmount: 29_900 });
    expect((await refund(renewal._id)).json()).toMatchObject({ code: 'REFUND_TOO_LARGE' });
    expect((await mailsTo(ana)).filter((mail) => mail.includes('Your refund for'))).toHaveLength(1);
  });

  it('pays back once when many administrators refund everything concurrently', async () => {
    const { ana, first, credit } = await aDowngrade();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(first._id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await getChargedCents(test, ana)).toBe(credit);
  });

  it('and a concurrent downgrade pay back once', async () => {
    const ana = await aPerson(test);
    const { subscription, orderId } = await aSubscription(ana, { planName: 'Family Plan' });
    await Promise.all([refund(orderId), change(ana, subscription.id, 'Single User')]);
    expect(await creditAtBank(ana)).toBeLessThanOrEqual(await getChargedCents(test, ana));
  });

  it('refuses a later change of plan that would return the refunded money as credit', async () => {
    const ana = await aPerson(test);
    const { subscription, orderId } = await aSubscription(ana, { planName: 'Family Plan' });
    expect((await refund(orderId, { planEnd: 'keep' })).statusCode).toBe(200);
    expect((await change(ana, subscription.id, 'Single User')).json()).toMatchObject({ code: 'CREDIT_REFUNDED' });
    const { priceId } = await findPriceOfPlan(ana, 'Single User');
    expect((await ana.call('POST', '/stripes/preview', { priceId })).json()).toMatchObject({ code: 'CREDIT_REFUNDED' });
    expect(await creditAtBank(ana)).toBe(0);
    // The next period is paid again.
    await advanceBankClock(test, root, 32);
    expect((await change(ana, subscription.id, 'Single User')).statusCode).toBe(200);
  });

  it.each([
    ['now', 'expired'],
    ['periodEnd', 'cancelled'],
    ['keep', 'active'],
  ] as const)('with the plan ending %s leaves it %s', async (planEnd, state) => {
    const ana = await aPerson(test);
    const { subscription, orderId } = await aSubscription(ana);
    expect((await refund(orderId, { planEnd, reason: 'Bought by mistake' })).statusCode).toBe(200);
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state });
    const [entry] = (await listAuditEntries(test, orderId)).filter(({ action }) => action === 'order.refund');
    expect(JSON.stringify(entry)).toContain('Bought by mistake');
    expect((await read(orderId)).refundable?.isPlanRunning).toBe(state !== 'expired');
  });

  it('refuses to end a plan that has ended, and to end a plan with the refund of a poster', async () => {
    const ana = await aPerson(test);
    const { orderId } = await aSubscription(ana);
    await refund(orderId, { amount: 100, planEnd: 'now' });
    expect((await refund(orderId, { planEnd: 'now' })).json()).toMatchObject({ code: 'PLAN_NOT_RUNNING' });
    expect((await refund(orderId, { planEnd: 'keep' })).statusCode).toBe(200);
    expect((await refund(orderId, { reason: 'x'.repeat(501) })).statusCode).toBe(422);
  });
});

describe('the receipt of a change or renewal without a charge', () => {
  it('shows the change of the credit, and the remaining credit', async () => {
    const { ana, changed, credit } = await aDowngrade();
    await advanceBankClock(test, root, 32);
    const receiptOf = async ({ _id }: Payment) => (await ana.call('GET', `/stripes/payments/${ana.user._id}/${_id}`)).json();
    expect(await receiptOf(changed)).toMatchObject({ result: { total: 0, credit: -credit, creditLeft: credit } });
    const [renewal] = (await findPayments(ana)) as [Payment];
    expect(await receiptOf(renewal)).toMatchObject({ result: { total: 0, credit: 29_900, creditLeft: credit - 29_900 } });
  });
});

describe('the credit balance', () => {
  const balanceOf = async (reader: TestPerson, { user }: TestPerson) => (await reader.call('GET', `/stripes/credit/${user._id}`)).json();

  it('is returned as the bank reports it, with upcoming charges, to its owner and administrators', async () => {
    const { ana, subscription, credit } = await aDowngrade();
    const { current_period_end: nextAt } = await findSubscription(ana, subscription.id);
    const covered = Math.floor(credit / 29_900);
    const answer = await balanceOf(ana, ana);
    expect(answer).toMatchObject({
      result: { credit, upcoming: { amount: 29_900, chargeAmount: 29_900 - (credit % 29_900), interval: 'month' } },
    });
    expect(answer.result.upcoming.chargeAt).toBeGreaterThan(nextAt + (covered - 1) * 28 * 86_400);
    expect(answer.result.upcoming.coveredUntil).toBe(answer.result.upcoming.chargeAt);
    expect(await balanceOf(root, ana)).toEqual(answer);
    expect(await balanceOf(await aPerson(test), ana)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is zero for an account without purchases, and announces no charge for a cancelled plan', async () => {
    const ben = await aPerson(test);
    expect(await balanceOf(ben, ben)).toMatchObject({ result: { credit: 0, upcoming: null } });
    const { ana, subscription, credit } = await aDowngrade();
    await ana.call('DELETE', `/stripes/subscription/${subscription.id}`);
    expect(await balanceOf(ana, ana)).toMatchObject({ result: { credit, upcoming: null } });
  });

  it('is part of the preview of a change, which never announces $0.00', async () => {
    const ana = await aPerson(test);
    await aSubscription(ana, { planName: 'Family Plan' });
    const { priceId } = await findPriceOfPlan(ana, 'Single User');
    const { result } = (await ana.call('POST', '/stripes/preview', { priceId })).json<{ result: Preview }>();
    expect(result.upcoming).toMatchObject({ amount: 29_900, coveredUntil: expect.any(Number) as number });
    expect(result.upcoming.chargeAmount).toBeGreaterThan(0);
  });
});
