import type { Order, OrderRow } from '@vitrine/contract';
import { changeOrderStatus, listOrders, listOwnOrders, readOrder, refundOrder } from '@vitrine/contract/orders.endpoints';
import { listMasterValues } from '@vitrine/contract/posters.endpoints';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BankUnavailableError } from '../../platform/cards/cards.ts';
import { newId } from '../../platform/ids.ts';
import { createQueue } from '../../platform/queue/queue.ts';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { anAlbum, aPerson, aStoredPhoto, callEndpoint, type TestPerson } from '../../testing/builders.ts';
import { aPosterOrder, payOrder } from '../../testing/ordering.ts';
import { aSubscription, getChargedCents } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { paymentsModule } from '../payments/index.ts';
import { refundJob } from './orders.jobs.ts';

let test: TestApp;
let root: TestPerson;
/** Administrator of the partner. */
let partner: TestPerson;

const withRole = async (change: object, name?: string): Promise<TestPerson> => {
  const person = await aPerson(test, name === undefined ? {} : { name });
  await test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
  return person;
};
beforeAll(async () => {
  test = await openTestApp();
  root = await withRole({ role: 'admin' });
  partner = await withRole({ role: 'admin', platform: 'WV' });
});
afterAll(() => test.close());

const anOrder = async (person: TestPerson, quantity: 1 | 2 | 50 = 1): Promise<Order> =>
  aPosterOrder(person, { mediaId: (await aStoredPhoto(test, person, (await anAlbum(person))._id)).mediaId, quantity });
const aPaidOrder = async (person: TestPerson): Promise<Order> => {
  const order = await anOrder(person);
  await payOrder(test, person, order);
  return order;
};
const read = async (person: TestPerson, id: string) => (await callEndpoint(person, readOrder, { params: { id } }))[0] as Order;
const list = (person: TestPerson, query: object): Promise<OrderRow[]> => callEndpoint(person, listOrders, { query });
const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);
const statusNamed = async (name: string) =>
  (await callEndpoint(root, listMasterValues, { query: { type: 'order' } })).find((status) => status.name === name)?._id ?? '';
const mailsTo = async ({ email }: TestPerson, start: string): Promise<string[]> => {
  await test.runJobs();
  return test.printed.filter((line) => line.startsWith(`Email to ${email}: ${start}`));
};
const refusal = async (person: TestPerson, method: 'POST' | 'PUT' | 'GET', url: string, body?: object) =>
  (await person.call(method, url, body)).json<{ code?: string }>().code;
const audits = async (action: string, orderId: string) =>
  (await listAuditEntries(test, orderId)).filter((entry) => entry.action === action);

describe('the list of orders', () => {
  it('is filtered by type, platform, status, payment, day, number and a part of the buyer’s name or address', async () => {
    const name = `Zaphod ${newId().slice(-12)}`;
    const zaphod = await aPerson(test, { name });
    const paid = await aPaidOrder(zaphod);
    const open = await anOrder(zaphod, 2);
    await aSubscription(zaphod);
    const mine = (query: object) => list(root, { string: name.slice(2), ...query }).then(idsOf);
    expect(await mine({})).toHaveLength(3);
    expect(await mine({ orderType: 'poster' })).toEqual([open._id, paid._id]);
    expect(await mine({ orderType: 'subscription', paymentEvent: 'paymentpending' })).toEqual([]);
    expect(await mine({ orderType: 'poster', paymentEvent: 'paymentsuccess' })).toEqual([paid._id]);
    expect(await mine({ platform: 'WV' })).toEqual([]);
    expect(await mine({ statusId: await statusNamed('Shipped') })).toEqual([]);
    expect(await mine({ statusId: await statusNamed('Order created'), platform: 'PP' })).toHaveLength(3);
    const today = new Date().toISOString().slice(0, 10);
    expect(await mine({ from: today, until: today })).toHaveLength(3);
    expect(await mine({ until: '2020-01-01' })).toEqual([]);
    expect(idsOf(await list(root, { string: zaphod.email.toUpperCase() }))).toHaveLength(3);
    for (const string of [open.orderId, open.orderId.toLowerCase(), open.orderId.replace(/[V-]/g, '')])
      expect(idsOf(await list(root, { string }))).toEqual([open._id]);
    expect(await list(root, { string: open.orderId, orderType: 'item' })).toEqual([]);
    expect(await mine({ orderType: 'poster', dataPerPage: 1, page: 2 })).toEqual([paid._id]);
    expect(await mine({ orderType: 'poster', dataPerPage: 1, after: open._id })).toEqual([paid._id]);
    expect(idsOf(await list(root, { dataPerPage: 3 }))).toHaveLength(3);
    expect(await list(root, { string: '%' })).toEqual([]);
  });

  it('shows administrators of the partner only the partner’s orders', async () => {
    const theirs = await withRole({ platform: 'WV' });
    const [order, other] = [await aPaidOrder(theirs), await aPaidOrder(await aPerson(test))];
    expect(order.platform).toBe('WV');
    const seen = idsOf(await list(partner, { dataPerPage: 100 }));
    expect([seen.includes(order._id), seen.includes(other._id)]).toEqual([true, false]);
    expect(await list(partner, { platform: 'PP' })).toEqual([]);
    expect(await list(partner, { string: other.orderId })).toEqual([]);
    const ofBuyer = async (buyer: string) => idsOf(await callEndpoint(partner, listOwnOrders, { params: { userId: buyer } }));
    expect(await ofBuyer(theirs.user._id)).toEqual([order._id]);
    await expect(ofBuyer(other.userId[0]?._id ?? '')).rejects.toThrow('NOT_FOUND');
    expect((await read(partner, order._id)).orderId).toBe(order.orderId);
    const statusId = await statusNamed('Shipped');
    expect(await refusal(partner, 'GET', `/orders/${other._id}`)).toBe('NOT_FOUND');
    expect(await refusal(partner, 'GET', `/orders/${other._id}/printfile`)).toBe('NOT_FOUND');
    expect(await refusal(partner, 'PUT', `/orders/${other._id}/status`, { statusId })).toBe('NOT_FOUND');
    expect(await refusal(partner, 'POST', `/orders/${other._id}/refunds`, { requestId: newId() })).toBe('NOT_FOUND');
    expect((await partner.call('GET', '/orders/export/csv')).payload).not.toContain(other.orderId);
    expect((await root.call('GET', '/orders/export/csv')).payload).toContain(other.orderId);
  });

  it('is exported as CSV in which no name is a formula', async () => {
    const name = '=HYPERLINK("http://x","a, b")';
    const buyer = await withRole({ name });
    const order = await anOrder(buyer);
    const answer = await root.call('GET', `/orders/export/csv?string=${order.orderId}`);
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.payload.split('\r\n')).toHaveLength(3);
    expect(answer.payload).toContain(
      `,"'=HYPERLINK(""http://x"",""a, b"")",${buyer.email},Order created,Pending,19.00,9.95,0.00,0.00,28.95,0.00`,
    );
  });
});

describe('the status of an order', () => {
  it('is changed by an administrator, audited, and emailed once on shipping', async () => {
    const ana = await aPerson(test);
    const order = await aPaidOrder(ana);
    const [shipped, packed] = [await statusNamed('Shipped'), await statusNamed('In production')];
    const change = (body: { statusId: string; trackingNumber?: string }) =>
      callEndpoint(root, changeOrderStatus, { params: { id: order._id }, body });
    await change({ statusId: packed });
    expect(await mailsTo(ana, `Order ${order.orderId}`)).toHaveLength(0);
    await change({ statusId: shipped, trackingNumber: '1Z999' });
    await change({ statusId: shipped, trackingNumber: '1Z999' });
    expect(await mailsTo(ana, `Order ${order.orderId}: Shipped`)).toHaveLength(1);
    expect(await read(ana, order._id)).toMatchObject({
      statusId: [{ name: 'Shipped' }],
      trackingNumber: '1Z999',
      paymentStatusId: [{ event: 'paymentsuccess' }],
    });
    const moved = (await read(root, order._id)).history.filter(({ what }) => what === 'order');
    expect(moved).toMatchObject([
      { before: 'Order created', after: 'In production', changedBy: root.user.name },
      { before: 'In production', after: 'Shipped' },
    ]);
    expect(await audits('order.status', order._id)).toMatchObject([{ actorId: root.user._id }, { actorId: root.user._id }]);
  });

  it('accepts order statuses only, and cannot be changed or read by other accounts', async () => {
    const ana = await aPerson(test);
    const order = await aPaidOrder(ana);
    const statuses = await callEndpoint(root, listMasterValues, { query: { type: 'order' } });
    const ofPayment = statuses.find(({ type }) => type === 'payment')?._id;
    expect(await refusal(root, 'PUT', `/orders/${order._id}/status`, { statusId: ofPayment })).toBe('NOT_FOUND');
    expect(await refusal(ana, 'PUT', `/orders/${order._id}/status`, { statusId: await statusNamed('Shipped') })).toBe('NOT_FOUND');
    const ben = await aPerson(test);
    expect(await refusal(ben, 'GET', `/orders/${order._id}`)).toBe('NOT_FOUND');
    expect(await refusal(ben, 'GET', `/orders/${order.orderId}`)).toBe('NOT_FOUND');
    expect(await refusal(ben, 'GET', '/orders/nothing')).toBe('NOT_FOUND');
  });
});

describe('a refund', () => {
  const refund = (order: Order, body: { requestId: string; amount?: number }) => root.call('POST', `/orders/${order._id}/refunds`, body);

  it('is made in parts through the bank, with an email each, and never exceeds the payment', async () => {
    const ana = await aPerson(test);
    const order = await aPaidOrder(ana);
    const first = await callEndpoint(root, refundOrder, { params: { id: order._id }, body: { requestId: newId(), amount: 895 } });
    expect(first).toMatchObject({ amounts: { refunded: 895 }, abilities: { refund: true } });
    expect((await refund(order, { requestId: newId(), amount: 2001 })).json()).toMatchObject({ code: 'REFUND_TOO_LARGE' });
    const rest = await callEndpoint(root, refundOrder, { params: { id: order._id }, body: { requestId: newId() } });
    expect(rest).toMatchObject({ amounts: { total: 2895, refunded: 2895 }, abilities: { refund: false } });
    expect((await refund(order, { requestId: newId() })).json()).toMatchObject({ code: 'REFUND_TOO_LARGE' });
    expect(await getChargedCents(test, ana)).toBe(0);
    expect(await mailsTo(ana, 'Your refund')).toHaveLength(2);
    expect(await audits('order.refund', order._id)).toHaveLength(2);
    expect((await read(root, order._id)).history.filter(({ what }) => what === 'refund')).toMatchObject([
      { after: '895' },
      { after: '2895' },
    ]);
  });

  it('is made once for repeated submissions, and concurrent refunds do not exceed the payment', async () => {
    const ana = await aPerson(test);
    const order = await aPaidOrder(ana);
    const requestId = newId();
    await Promise.all(Array.from({ length: 6 }, () => refund(order, { requestId, amount: 500 })));
    expect(await getChargedCents(test, ana)).toBe(2395);
    await Promise.all(Array.from({ length: 6 }, () => refund(order, { requestId: newId(), amount: 1000 })));
    await test.runJobs();
    expect(await getChargedCents(test, ana)).toBe(395);
    expect((await read(root, order._id)).amounts.refunded).toBe(2500);
    const other = await aPaidOrder(ana);
    expect((await refund(other, { requestId })).json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('that was requested before a crash is completed by its job', async () => {
    const ana = await aPerson(test);
    const order = await aPaidOrder(ana);
    const id = newId();
    const requested = { id, order_id: order._id, requested_by: root.user._id, amount_cents: 95 };
    await test.db.insertInto('order_refunds').values(requested).execute();
    for (let attempt = 0; attempt < 2; attempt++) {
      await test.db.transaction().execute((tx) => createQueue().add(tx, refundJob, { refundId: id }));
      await test.runJobs();
    }
    expect(await getChargedCents(test, ana)).toBe(2800);
    expect((await read(root, order._id)).amounts.refunded).toBe(95);
  });

  it('that the bank refused is refused again on repetition, and can be made with a new request', async () => {
    const ana = await aPerson(test);
    const order = await aPaidOrder(ana);
    const id = newId();
    const refused = { id, order_id: order._id, requested_by: root.user._id, amount_cents: 2895, state: 'refused' };
    await test.db.insertInto('order_refunds').values(refused).execute();
    const again = await refund(order, { requestId: id });
    expect([again.statusCode, again.json()]).toMatchObject([402, { message: 'The payment provider declined the refund.' }]);
    expect((await refund(order, { requestId: newId() })).statusCode).toBe(200);
  });

  it('that could not reach the bank is retried automatically, once', async () => {
    const ana = await aPerson(test);
    const order = await aPaidOrder(ana);
    // Any process that runs jobs retries it.
    const asking = [test.modules, test.workerModules].map((modules) => vi.spyOn(modules.getApi(paymentsModule).cards, 'refund'));
    asking[0]?.mockRejectedValueOnce(new BankUnavailableError('no answer'));
    const requestId = newId();
    const unavailable = await refund(order, { requestId, amount: 95 });
    expect([unavailable.statusCode, unavailable.json()]).toMatchObject([503, { code: 'BANK_AWAY' }]);
    // The amount is reserved, so it cannot be refunded twice while the bank is away.
    expect((await refund(order, { requestId: newId(), amount: 2801 })).json()).toMatchObject({ code: 'REFUND_TOO_LARGE' });
    expect(await getChargedCents(test, ana)).toBe(2895);
    await test.runJobs();
    expect((await refund(order, { requestId, amount: 95 })).statusCode).toBe(200);
    expect([...new Set(asking)].flatMap((spy) => spy.mock.calls)).toHaveLength(2);
    for (const spy of asking) spy.mockRestore();
    expect(await getChargedCents(test, ana)).toBe(2800);
    expect((await read(root, order._id)).amounts.refunded).toBe(95);
  });

  it('requires a paid order', async () => {
    const order = await anOrder(await aPerson(test));
    expect((await refund(order, { requestId: newId() })).json()).toMatchObject({ code: 'ORDER_NOT_PAID' });
  });
});
