import { randomUUID } from 'node:crypto';
import type { Item, Quote } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import * as files from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { anUploadedPicture, aPartnerAdministrator, aPartnerPerson, aProduct } from '../../testing/shop.ts';
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

const aForm = async (change: object = {}) => ({
  name: 'Easel',
  price: 29.5,
  weight: 900,
  picture: { key: await anUploadedPicture(test, admin) },
  ...change,
});
const listed = async (person: TestPerson) =>
  (await person.call('GET', '/items?platform=WV&dataPerPage=150')).json<{ result: Item[] }>().result;
const quoteOf = async (person: TestPerson, items: object[], shippingCountry = 'US') =>
  (await person.call('POST', '/items/quote', { items, shippingCountry })).json<{ code?: string; result: Quote }>();
const refusal = async (body: object) => {
  const answer = await admin.call('POST', '/items', body);
  return answer.json<{ issues?: { message: string }[]; message: string }>();
};

describe('a product', () => {
  it('is stored with all its fields on the partner’s platform', async () => {
    const salesTax = { isApplicable: true, taxPercentage: 8.25 };
    const form = await aForm({ description: ' Beech, folds flat ', length: 12.5, width: 40, height: 160, salesTax });
    const answer = await admin.call('POST', '/items', form);
    expect(answer.statusCode).toBe(201);
    const { result } = answer.json<{ result: Item }>();
    const expected = { ...form, description: 'Beech, folds flat', platform: 'WV' };
    expect(result).toMatchObject(expected);
    expect((await wanda.call('GET', `/items/${result._id}`)).json()).toMatchObject({ result: expected });
  });

  it('is listed newest first, page by page', async () => {
    const [first, second] = [await aProduct(test, admin, { name: 'First' }), await aProduct(test, admin, { name: 'Second' })];
    expect((await listed(wanda)).slice(0, 2).map(({ _id }) => _id)).toEqual([second._id, first._id]);
    const page = (await wanda.call('GET', '/items?dataPerPage=1&page=2')).json<{ result: Item[] }>().result;
    expect(page.map(({ _id }) => _id)).toEqual([first._id]);
  });

  it.each([
    ['without a name', { name: undefined }, 'Name should not be empty.'],
    ['with a name of blanks', { name: '   ' }, 'Name should not be empty.'],
    ['with a name of 31 letters', { name: 'x'.repeat(31) }, 'Should not exceed 30 characters!'],
    ['without a price', { price: undefined }, 'Price should not be empty.'],
    ['with a price of zero', { price: 0 }, 'Price should not be empty.'],
    ['without a weight', { weight: undefined }, 'Weight should not be empty.'],
    ['with a weight of zero', { weight: 0 }, 'Weight should not be empty.'],
    ['without a picture', { picture: undefined }, 'Picture should be uploaded.'],
  ])('%s is refused with a message that names the reason', async (_what, change, message) => {
    expect(JSON.stringify(await refusal({ ...(await aForm()), ...change }))).toContain(message);
  });

  it.each([
    ['with a description of 201 letters', { description: 'x'.repeat(201) }],
    ['for half a cent', { price: 1.005 }],
    ['with a negative price', { price: -1 }],
    ['for a billion', { price: 1e9 }],
    ['of a thousand tons', { weight: 1e9 }],
    ['with a negative height', { height: -1 }],
    ['of the other platform', { platform: 'PP' }],
    ['taxed with more than it costs', { salesTax: { isApplicable: true, taxPercentage: 101 } }],
    ['taxed with thousandths', { salesTax: { isApplicable: true, taxPercentage: 1.005 } }],
    ['with an unknown field', { colour: 'red' }],
  ])('%s is refused', async (_what, change) => {
    expect((await admin.call('POST', '/items', await aForm(change))).statusCode).toBe(422);
  });

  it('accepts pictures in browser formats, and HEIC pictures as JPEG', async () => {
    for (const [name, bytes] of [
      ['a.jpg', await files.aJpeg()],
      ['a.png', await files.aPng()],
      ['a.webp', await files.aWebp()],
      ['a.heic', await files.aHeic()],
    ] as const) {
      const { key } = await uploadFile(test, admin, { name, bytes });
      expect((await admin.call('POST', '/items', await aForm({ picture: { key } }))).statusCode, name).toBe(201);
      const shown = await wanda.call('GET', `/uploads?key=${key}&width=160&fit=cover`);
      expect(shown.headers['content-type'], name).toMatch(/^image\/(jpeg|webp)$/);
    }
  });

  it('refuses videos, AVIF pictures and pictures of other accounts', async () => {
    const { key } = await uploadFile(test, admin, { name: 'a.mp4', bytes: await files.aVideo() });
    const refused = await admin.call('POST', '/items', await aForm({ picture: { key } }));
    expect(refused.json()).toMatchObject({ code: 'FILE_UNSUPPORTED', message: 'Only image can be uploaded' });
    const { key: modern } = await uploadFile(test, admin, { name: 'a.avif', bytes: await files.anAvif() });
    expect((await admin.call('POST', '/items', await aForm({ picture: { key: modern } }))).json()).toMatchObject({
      code: 'FILE_UNSUPPORTED',
    });
    const others = await anUploadedPicture(test, await aPartnerAdministrator(test));
    expect((await admin.call('POST', '/items', await aForm({ picture: { key: others } }))).statusCode).toBe(404);
    expect((await admin.call('POST', '/items', await aForm({ picture: { key: randomUUID() } }))).statusCode).toBe(404);
  });

  it('can be edited by another administrator, with the same or a new picture', async () => {
    const item = await aProduct(test, admin, { length: 7 });
    const other = await aPartnerAdministrator(test);
    const { _id, version: _, ...form } = item;
    const change = { ...form, name: 'Walnut frame', price: 59.99 };
    expect((await other.call('PUT', `/items/${_id}`, change)).json()).toMatchObject({ result: { ...change, length: 7 } });
    const picture = { key: await anUploadedPicture(test, other) };
    expect((await other.call('PUT', `/items/${_id}`, { ...change, picture })).json()).toMatchObject({ result: { picture } });
    const foreign = { key: await anUploadedPicture(test, admin) };
    expect((await other.call('PUT', `/items/${_id}`, { ...change, picture: foreign })).statusCode).toBe(404);
    expect((await other.call('PUT', `/items/${randomUUID()}`, change)).statusCode).toBe(404);
  });

  it('is deleted with all other requested products or not at all', async () => {
    const [one, two] = [await aProduct(test, admin), await aProduct(test, admin)];
    expect((await admin.call('DELETE', '/items', { itemIds: [one._id, randomUUID()] })).statusCode).toBe(404);
    expect((await wanda.call('GET', `/items/${one._id}`)).statusCode).toBe(200);
    expect((await admin.call('DELETE', '/items', { itemIds: [one._id, two._id] })).statusCode).toBe(200);
    expect((await wanda.call('GET', `/items/${one._id}`)).statusCode).toBe(404);
    expect((await admin.call('DELETE', '/items', { itemIds: [one._id] })).statusCode).toBe(404);
    expect((await admin.call('DELETE', '/items', { itemIds: [] })).statusCode).toBe(422);
  });

  it('has its changes in the audit trail, with values before and after', async () => {
    const item = await aProduct(test, admin, { name: 'Trailed' });
    const { _id, ...form } = item;
    await admin.call('PUT', `/items/${_id}`, { ...form, price: 10 });
    await admin.call('DELETE', '/items', { itemIds: [_id] });
    expect(await listAuditEntries(test, _id)).toMatchObject([
      { action: 'item.create', before: null, after: { name: 'Trailed', price_cents: 4900 } },
      { action: 'item.update', before: { price_cents: 4900 }, after: { price_cents: 1000 } },
      { action: 'item.delete', before: { name: 'Trailed', price_cents: 1000 }, after: null },
    ]);
  });

  it('is visible to users of the partner only, and changed by administrators only', async () => {
    const item = await aProduct(test, admin);
    const ana = await aPerson(test);
    for (const path of ['/items', `/items/${item._id}`]) expect((await ana.call('GET', path)).statusCode).toBe(404);
    expect((await quoteOf(ana, [{ itemId: item._id, quantity: 1 }])).code).toBe('NOT_FOUND');
    expect((await wanda.call('POST', '/items', await aForm())).statusCode).toBe(404);
    const { _id, ...form } = item;
    expect((await wanda.call('PUT', `/items/${_id}`, form)).statusCode).toBe(404);
    expect((await wanda.call('DELETE', '/items', { itemIds: [_id] })).statusCode).toBe(404);
  });
});

describe('a basket', () => {
  it('costs the sum of its lines, taxes and shipping', async () => {
    const frame = await aProduct(test, admin, { price: 10, weight: 400, taxPercentage: 8.25 });
    const easel = await aProduct(test, admin, { price: 29.5, weight: 900 });
    const basket = [
      { itemId: frame._id, quantity: 3 },
      { itemId: easel._id, quantity: 1 },
    ];
    const lines = [
      { itemId: frame._id, quantity: 3, amount: 3000, tax: 248 },
      { itemId: easel._id, quantity: 1, amount: 2950, tax: 0 },
    ];
    expect((await quoteOf(wanda, basket)).result).toEqual({ lines, items: 5950, shipping: 1995, tax: 248, total: 8193 });
    expect((await quoteOf(wanda, basket, 'AL')).result).toMatchObject({ shipping: 4495, total: 10_693 });
    expect((await quoteOf(admin, basket)).result.total).toBe(8193);
  });

  it('is refused when invalid', async () => {
    const { _id: itemId } = await aProduct(test, admin, { price: 999_999 });
    const refused = async (items: object[], country?: string) => (await quoteOf(wanda, items, country)).code;
    expect(await refused([{ itemId, quantity: 2 }])).toBe('INVALID');
    expect(await refused([{ itemId: randomUUID(), quantity: 1 }])).toBe('ITEM_GONE');
    const twice = { itemId, quantity: 1 };
    expect(await refused([twice, twice])).toBe('INVALID');
    for (const quantity of [0, -1, 1.5, 100]) expect(await refused([{ itemId, quantity }])).toBe('INVALID');
    expect(await refused([])).toBe('INVALID');
    expect(await refused([{ itemId, quantity: 1 }], 'FR')).toBe('INVALID');
  });
});
