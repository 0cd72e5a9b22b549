import type { Order } from '@vitrine/contract';
import { readOrder } from '@vitrine/contract/orders.endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aStoredPhoto, callEndpoint, type TestPerson } from '../../testing/builders.ts';
import { aPosterBody, aPosterOrder, HOME, payOrder, posterOffer } from '../../testing/ordering.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const aPhoto = async (person: TestPerson) => (await aStoredPhoto(test, person, (await anAlbum(person))._id)).mediaId;
const read = async (person: TestPerson, id: string) => (await callEndpoint(person, readOrder, { params: { id } }))[0] as Order;
const refusal = async (person: TestPerson, body: object) => (await person.call('POST', '/orders', body)).json<{ code?: string }>().code;

type PosterBody = Awaited<ReturnType<typeof aPosterBody>>;

describe('a poster order', () => {
  it('can be placed and paid by card', async () => {
    const ana = await aPerson(test);
    const order = await aPosterOrder(ana, { mediaId: await aPhoto(ana), orientation: 'Landscape' });
    expect(order).toMatchObject({
      orderType: 'poster',
      quantity: 2,
      amount: 47.95,
      amounts: { items: 3800, shipping: 995, tax: 0, total: 4795, refunded: 0 },
      sizeId: { name: '12 × 18 in' },
      shippingAddress: { houseAddress: HOME.street, zipcode: HOME.zipcode },
      // 30 of 32 × 20 pixels on 18 × 12 inches.
      poster: { name: 'photo', hasPrintFile: true, pixelsPerInch: 1 },
      paymentStatusId: [{ event: 'paymentpending' }],
      statusId: [{ name: 'Order created' }],
      abilities: { changeStatus: false, refund: false },
    });
    await payOrder(test, ana, order);
    expect(await read(ana, order._id)).toMatchObject({
      paymentStatusId: [{ event: 'paymentsuccess' }],
      card: { last4: '4242' },
      history: [{ what: 'payment', after: 'paymentsuccess', changedBy: null }],
    });
  });

  it('is created once by concurrent identical requests', async () => {
    const ana = await aPerson(test);
    const body = await aPosterBody(ana, { mediaId: await aPhoto(ana) });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ana.call('POST', '/orders', body)));
    expect(new Set(answers.map((answer) => answer.json<{ result: Order }>().result._id)).size).toBe(1);
    // The same request id of another account creates another order.
    const ben = await aPerson(test);
    const bensOrder = await ben.call('POST', '/orders', { ...body, poster: { ...body.poster, mediaId: await aPhoto(ben) } });
    expect(bensOrder.json<{ result: Order }>().result._id).not.toBe(answers[0]?.json<{ result: Order }>().result._id);
  });

  it('is refused when the amount or the address is wrong', async () => {
    const ana = await aPerson(test);
    const body = await aPosterBody(ana, { mediaId: await aPhoto(ana) });
    expect(await refusal(ana, { ...body, amount: body.amount - 0.01 })).toBe('AMOUNT_DIFFERS');
    expect(await refusal(ana, { ...body, quantity: 20 })).toBe('AMOUNT_DIFFERS');
    expect(await refusal(ana, { ...body, quantity: 7 })).toBe('INVALID');
    expect(await refusal(ana, { ...body, amount: 0.001 })).toBe('INVALID');
    expect(await refusal(ana, { ...body, shippingCountry: 'AL' })).toBe('INVALID');
    expect(await refusal(ana, { ...body, address: { ...HOME, state: 'Alaska' } })).toBe('INVALID');
    expect(await refusal(ana, { ...body, shippingCountry: 'AL', address: { ...HOME, state: 'Alaska' } })).toBe('POSTER_UNAVAILABLE');
    expect(await refusal(ana, { ...body, address: { ...HOME, country: 'Ind' } })).toBe('INVALID');
    expect(await refusal(ana, { ...body, addressId: newId() })).toBe('INVALID');
    expect(await refusal(ana, { ...body, address: undefined, addressId: newId() })).toBe('NOT_FOUND');
    expect(await refusal(ana, { ...body, poster: { ...body.poster, combinationId: newId() } })).toBe('POSTER_UNAVAILABLE');
    expect(await refusal(ana, { ...body, poster: { ...body.poster, crop: { x: 0, y: 0, width: 1, height: 1 } } })).toBe('INVALID');
  });

  it('is accepted as the specification sends it, with the only saved address', async () => {
    const ana = await aPerson(test);
    const { requestId: _requestId, address: _address, ...body } = await aPosterBody(ana, { mediaId: await aPhoto(ana) });
    const send = async () => {
      const response = await ana.call('POST', '/orders/', { ...body, userId: ana.user._id });
      return response.json<{ message: string; result: Order }>();
    };
    expect((await send()).message).toBe('Please choose an address.');
    await ana.call('POST', '/address', HOME);
    const { result } = await send();
    expect((await read(ana, result._id)).shippingAddress).toMatchObject({ houseAddress: HOME.street });
    await ana.call('POST', '/address', { ...HOME, street: '2 Other Street' });
    expect((await send()).message).toBe('Please choose an address.');
  });

  it.each([
    ['a photo', (body: PosterBody) => ({ ...body, poster: { combinationId: body.poster.combinationId } })],
    ['a combination', (body: PosterBody) => ({ ...body, poster: { mediaId: body.poster.mediaId } })],
    ['a poster', ({ poster: _poster, ...body }: PosterBody) => body],
    ['a quantity', ({ quantity: _quantity, ...body }: PosterBody) => body],
    ['an amount', ({ amount: _amount, ...body }: PosterBody) => body],
    ['a shipping option', ({ shippingIn: _shippingIn, ...body }: PosterBody) => body],
    ['a shipping region', ({ shippingCountry: _shippingCountry, ...body }: PosterBody) => body],
  ])('is refused with the message of the specification without %s', async (_field, without) => {
    const ana = await aPerson(test);
    const body = await aPosterBody(ana, { mediaId: newId() });
    const response = await ana.call('POST', '/orders', without(body));
    expect(response.json<{ message: string }>().message).toBe('Please select all the fields!');
  });

  it('is refused with the time to wait after 50 unpaid orders within a day', async () => {
    const ana = await aPerson(test);
    const mediaId = await aPhoto(ana);
    const order = await aPosterOrder(ana, { mediaId });
    const copyOrders = async (count: number) =>
      sql`insert into orders (id, number, type, platform, user_id, payer_name, payer_email, description, items_cents, total_cents, status_id, bank)
        select gen_random_uuid(), gen_random_uuid(), type, platform, user_id, payer_name, payer_email, description, total_cents, total_cents, status_id, bank
        from orders, generate_series(1, ${count}::integer) where id = ${order._id}`.execute(test.db);
    await copyOrders(48);
    await aPosterOrder(ana, { mediaId });
    const response = await ana.call('POST', '/orders', await aPosterBody(ana, { mediaId }));
    expect(response.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('wait 24 hours') as string });
    await payOrder(test, ana, order);
    expect((await ana.call('POST', '/orders', await aPosterBody(ana, { mediaId }))).statusCode).toBe(201);
  });

  it('requires a processed picture that the buyer can access', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const body = await aPosterBody(ana, { mediaId: await aPhoto(ana) });
    expect(await refusal(ben, body)).toBe('NOT_FOUND');
    expect(await refusal(ana, { ...body, userId: ben.user._id })).toBe('NOT_FOUND');
    await test.db.updateTable('media').set({ status: 2 }).where('id', '=', body.poster.mediaId).execute();
    expect(await refusal(ana, body)).toBe('MEDIA_NOT_PRINTABLE');
    await test.db.updateTable('media').set({ status: 6 }).where('id', '=', body.poster.mediaId).execute();
    expect(await refusal(ana, { ...body, userId: ana.user._id })).toBeUndefined();
  });

  it('keeps its price and names when the options are edited or deleted', async () => {
    const ana = await aPerson(test);
    const root = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', root.user._id).execute();
    const order = await aPosterOrder(ana, { mediaId: await aPhoto(ana), size: '24 × 36 in' });
    const { combination } = await posterOffer(ana, { size: '24 × 36 in' });
    const { _id, name, orientationId, sizeId, paperStockId, laminationId } = combination;
    const choice = {
      name,
      orientationId: orientationId._id,
      sizeId: sizeId._id,
      paperStockId: paperStockId._id,
      laminationId: laminationId._id,
    };
    expect((await root.call('PUT', `/postercombination/${_id}`, { ...choice, price: 99.99 })).statusCode).toBe(200);
    expect((await posterOffer(ana, { size: '24 × 36 in' })).combination.price).toBe(99.99);
    expect((await root.call('DELETE', `/postercombination/${_id}`)).statusCode).toBe(200);
    expect(await read(ana, order._id)).toMatchObject({
      amount: order.amount,
      sizeId: { name: '24 × 36 in' },
      laminationId: { name: 'None' },
    });
  });

  it('remains printable when the account and its picture are deleted', async () => {
    const ana = await aPerson(test);
    const root = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', root.user._id).execute();
    const { mediaId, fileId } = await aStoredPhoto(test, ana, (await anAlbum(ana))._id);
    const first = await aPosterOrder(ana, { mediaId });
    await payOrder(test, ana, first);
    await test.runJobs();
    // The second order refers to the file itself until its job has run.
    const second = await aPosterOrder(ana, { mediaId });
    await payOrder(test, ana, second);
    expect((await ana.call('DELETE', `/users/${ana.user._id}`, { password: ana.password })).statusCode).toBe(200);
    await test.runJobs();
    expect(await test.db.selectFrom('files').select('id').where('id', '=', fileId).execute()).toEqual([]);
    for (const { _id } of [first, second]) {
      expect(await read(root, _id)).toMatchObject({ userId: [], buyer: { email: ana.email }, poster: { mediaId: [], hasPrintFile: true } });
      const print = await root.call('GET', `/orders/${_id}/printfile`);
      expect([print.statusCode, print.headers['content-type']]).toEqual([200, 'image/jpeg']);
    }
  });

  it('is closed and releases its picture after a month without payment', async () => {
    const ana = await aPerson(test);
    const [open, paid] = [await aPosterOrder(ana, { mediaId: await aPhoto(ana) }), await aPosterOrder(ana, { mediaId: await aPhoto(ana) })];
    const intentResponse = await ana.call('POST', '/stripes/payment/intent', { amount: open.amounts.total, orderId: open._id });
    const { result: intent } = intentResponse.json<{ result: { id: string; client_secret_key: string } }>();
    await payOrder(test, ana, paid);
    await test.runWorkerTasks('orders.closeUnpaid');
    expect((await read(ana, open._id)).poster?.hasPrintFile).toBe(true);
    const longAgo = new Date(Date.now() - 31 * 86_400_000);
    await test.db.updateTable('orders').set({ created_at: longAgo }).where('id', 'in', [open._id, paid._id]).execute();
    await test.runWorkerTasks('orders.closeUnpaid');
    await test.runJobs();
    expect((await read(ana, open._id)).poster?.hasPrintFile).toBe(false);
    expect((await read(ana, paid._id)).poster?.hasPrintFile).toBe(true);
    const late = await test.app.inject({
      method: 'POST',
      url: `/api/test-bank/v1/payment_intents/${intent.id}/confirm`,
      payload: { client_secret: intent.client_secret_key, payment_method: 'pm_card_visa' },
    });
    expect(late.statusCode).toBeGreaterThanOrEqual(400);
    const again = await ana.call('POST', '/stripes/payment/intent', { amount: open.amounts.total, orderId: open._id });
    expect(again.json()).toMatchObject({ code: 'PAYMENT_NOT_OPEN' });
  });
});
