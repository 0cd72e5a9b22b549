import type { Order } from '@vitrine/contract';
import { readOrder } from '@vitrine/contract/orders.endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aPerson, callEndpoint, type TestPerson } from '../../testing/builders.ts';
import { payOrder } from '../../testing/ordering.ts';
import { runWhileLocked } from '../../testing/run-while-locked.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { anItemBody, anItemOrder, aPartnerAdministrator, aPartnerPerson, aProduct } from '../../testing/shop.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let admin: TestPerson;
let wanda: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  admin = await aPartnerAdministrator(test);
  wanda = await aPartnerPerson(test);
});
afterAll(() => test.close());

const read = async (person: TestPerson, id: string) => (await callEndpoint(person, readOrder, { params: { id } }))[0] as Order;
const refusal = async (person: TestPerson, body: object) => (await person.call('POST', '/orders', body)).json<{ code?: string }>().code;
const countOrders = async () => (await test.db.selectFrom('orders').select('id').where('type', '=', 'item').execute()).length;

describe('an order of products', () => {
  it('includes shipping and tax, and can be paid by card', async () => {
    const frame = await aProduct(test, admin, { name: 'Oak frame', price: 10, weight: 400, length: 3, taxPercentage: 8.25 });
    const easel = await aProduct(test, admin, { name: 'Easel', description: 'Beech', price: 29.5, weight: 900 });
    const order = await anItemOrder(wanda, [
      { itemId: frame._id, quantity: 3 },
      { itemId: easel._id, quantity: 1 },
    ]);
    expect(order).toMatchObject({
      orderType: 'item',
      platform: 'WV',
      description: '3 × Oak frame, Easel',
      quantity: 4,
      amount: 81.93,
      amounts: { items: 5950, shipping: 1995, tax: 248, total: 8193, refunded: 0 },
      items: [
        { name: 'Oak frame', quantity: 3, price: 10, length: 3, weight: 400, amount: 3000, tax: 248, picture: frame.picture },
        { name: 'Easel', description: 'Beech', quantity: 1, price: 29.5, amount: 2950, tax: 0 },
      ],
      poster: null,
    });
    await payOrder(test, wanda, order);
    expect(await read(wanda, order._id)).toMatchObject({ paymentStatusId: [{ event: 'paymentsuccess' }] });
    expect(await read(admin, order._id)).toMatchObject({ buyer: { email: wanda.email } });
  });

  it('does not change when its products are edited or deleted', async () => {
    const { _id, ...form } = await aProduct(test, admin, { name: 'Before', price: 20, taxPercentage: 10 });
    const order = await anItemOrder(wanda, [{ itemId: _id, quantity: 2 }]);
    expect((await admin.call('PUT', `/items/${_id}`, { ...form, name: 'After', price: 99, length: 77 })).statusCode).toBe(200);
    expect((await admin.call('DELETE', '/items', { itemIds: [_id] })).statusCode).toBe(200);
    await payOrder(test, wanda, order);
    const { items, amounts } = await read(wanda, order._id);
    expect({ items, amounts }).toEqual({ items: order.items, amounts: order.amounts });
    // Only the order references the picture now; the buyer and administrators can read it.
    const key = order.items[0]?.picture?.key ?? '';
    await test.db
      .updateTable('files')
      .set({ created_at: new Date(0) })
      .where('id', '=', key)
      .execute();
    await test.runWorkerTasks('files.forgotten');
    const picture = `/uploads?key=${key}&width=54`;
    expect((await wanda.call('GET', picture)).statusCode).toBe(200);
    expect((await admin.call('GET', picture)).statusCode).toBe(200);
    expect((await (await aPartnerPerson(test)).call('GET', picture)).statusCode).toBe(404);
  });

  it('is created once by concurrent identical requests', async () => {
    const { _id: itemId } = await aProduct(test, admin);
    const body = await anItemBody(wanda, [{ itemId, quantity: 1 }]);
    const before = await countOrders();
    const answers = await Promise.all(Array.from({ length: 8 }, () => wanda.call('POST', '/orders', body)));
    expect(new Set(answers.map((answer) => answer.json<{ result: Order }>().result._id)).size).toBe(1);
    expect(await countOrders()).toBe(before + 1);
  });

  it('is refused when the products or the amount differ from the current prices', async () => {
    const { _id: itemId, ...form } = await aProduct(test, admin, { price: 20 });
    const body = await anItemBody(wanda, [{ itemId, quantity: 1 }]);
    const before = await countOrders();
    expect(await refusal(wanda, { ...body, amount: body.amount - 0.01 })).toBe('AMOUNT_DIFFERS');
    expect(await refusal(wanda, { ...body, items: [{ itemId, quantity: 2 }] })).toBe('AMOUNT_DIFFERS');
    expect(await refusal(wanda, { ...body, items: [{ itemId, quantity: 1, price: 1 }] })).toBe('INVALID');
    expect(await refusal(wanda, { ...body, items: [...body.items, ...body.items] })).toBe('INVALID');
    expect(await refusal(wanda, { ...body, items: [{ itemId, quantity: 100 }] })).toBe('INVALID');
    expect(await refusal(wanda, { ...body, items: [] })).toBe('INVALID');
    expect(await refusal(wanda, { ...body, shippingCountry: 'AL' })).toBe('INVALID');
    expect(await refusal(wanda, { ...body, address: undefined })).toBe('INVALID');
    await admin.call('PUT', `/items/${itemId}`, { ...form, price: 21 });
    expect(await refusal(wanda, body)).toBe('AMOUNT_DIFFERS');
    await admin.call('DELETE', '/items', { itemIds: [itemId] });
    expect(await refusal(wanda, body)).toBe('ITEM_GONE');
    expect(await refusal(wanda, { ...body, items: [{ itemId: newId(), quantity: 1 }] })).toBe('ITEM_GONE');
    expect(await countOrders()).toBe(before);
  });

  it('is refused for users of the main platform and for administrators', async () => {
    const { _id: itemId } = await aProduct(test, admin);
    const body = await anItemBody(wanda, [{ itemId, quantity: 1 }]);
    const ana = await aPerson(test);
    expect(await refusal(ana, body)).toBe('NOT_FOUND');
    expect(await refusal(ana, { ...body, userId: wanda.user._id })).toBe('NOT_FOUND');
    const root = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', root.user._id).execute();
    expect(await refusal(root, body)).toBe('NOT_FOUND');
  });
});

describe('ordering a product that is being changed', () => {
  it('refuses the old price after a concurrent edit', async () => {
    const { _id: itemId } = await aProduct(test, admin, { price: 20 });
    const body = await anItemBody(wanda, [{ itemId, quantity: 1 }]);
    const code = await runWhileLocked(test.db, {
      lock: (tx) => tx.updateTable('items').set({ price_cents: 2500 }).where('id', '=', itemId).execute(),
      act: () => refusal(wanda, body),
    });
    expect(code).toBe('AMOUNT_DIFFERS');
  });

  it('refuses a product that is deleted concurrently', async () => {
    const { _id: itemId } = await aProduct(test, admin);
    const body = await anItemBody(wanda, [{ itemId, quantity: 1 }]);
    const code = await runWhileLocked(test.db, {
      lock: (tx) => tx.deleteFrom('items').where('id', '=', itemId).execute(),
      act: () => refusal(wanda, body),
    });
    expect(code).toBe('ITEM_GONE');
  });

  it('lets the product be deleted after the order is placed', async () => {
    const { _id: itemId } = await aProduct(test, admin);
    const deleted = await runWhileLocked(test.db, {
      lock: (tx) => tx.selectFrom('items').select('id').where('id', '=', itemId).forShare().execute(),
      act: () => admin.call('DELETE', '/items', { itemIds: [itemId] }),
    });
    expect(deleted.statusCode).toBe(200);
  });

  it('creates one order for each of several concurrent buyers', async () => {
    const [one, two] = [await aProduct(test, admin), await aProduct(test, admin)];
    const buyers = await Promise.all(Array.from({ length: 6 }, () => aPartnerPerson(test)));
    const orders = await Promise.all(
      buyers.map((buyer, index) => {
        const items = [one, two].map(({ _id: itemId }) => ({ itemId, quantity: 1 }));
        return anItemOrder(buyer, index % 2 === 0 ? items : items.toReversed());
      }),
    );
    expect(new Set(orders.map(({ _id }) => _id)).size).toBe(6);
  });
});
