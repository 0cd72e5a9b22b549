/** Two administrators who edit the same object: the second one to save receives a conflict and can then replace the first change. */
import type { MasterValue, PosterCombination, StatusValue } from '@vitrine/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from './testing/builders.ts';
import { openTestApp } from './testing/shared-test-app.ts';
import { aPartnerAdministrator, aProduct } from './testing/shop.ts';
import type { TestApp } from './testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  [ana, ben] = [await aPerson(test, { name: 'Ana Lima' }), await aPerson(test, { name: 'Ben Roth' })];
  for (const { user } of [ana, ben]) await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user._id).execute();
});
afterAll(() => test.close());

interface Editable {
  version: string;
}

const save = (person: TestPerson, url: string, body: object, version?: string): Promise<LightMyRequestResponse> =>
  test.app.inject({
    method: 'PUT',
    url: `/api${url}`,
    headers: { authorization: person.token, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    payload: body,
  });

/** Ana and Ben both open the object; Ana saves first. */
async function expectConflict(url: string, opened: Editable, first: object, second: object): Promise<void> {
  const saved = await save(ana, url, first, opened.version);
  expect(saved.statusCode).toBe(200);
  const refused = await save(ben, url, second, opened.version);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    error: true,
    code: 'EDIT_CONFLICT',
    message: expect.stringContaining('Ana Lima changed this') as string,
  });
  const { version } = saved.json<{ result: Editable }>().result;
  expect((await save(ben, url, second, version)).statusCode).toBe(200);
  // Clients of the API that send no version replace the object as before.
  expect((await save(ana, url, first)).statusCode).toBe(200);
}

const list = async <T>(url: string): Promise<T[]> => (await ana.call('GET', url)).json<{ result: T[] }>().result;

describe('an edit of an object that was changed concurrently', () => {
  it('is refused for a poster property', async () => {
    const { _id, type, description, version, ...value } = (await list<MasterValue>('/mastervalues?type=size'))[0] as MasterValue;
    const body = { type, description, price: value.price };
    await expectConflict(`/mastervalues/${_id}`, { version }, { ...body, name: '12 × 18 in matt' }, { ...body, name: '12 × 18 in gloss' });
  });

  it('is refused for a poster combination', async () => {
    const [{ _id, version, ...one }] = (await list<PosterCombination>('/postercombination')) as [PosterCombination];
    const ids = {
      orientationId: one.orientationId._id,
      sizeId: one.sizeId._id,
      paperStockId: one.paperStockId._id,
      laminationId: one.laminationId._id,
    };
    const body = { name: one.name, ...ids };
    await expectConflict(`/postercombination/${_id}`, { version }, { ...body, price: 20 }, { ...body, price: 25 });
  });

  it('is refused for an order status', async () => {
    const { _id, version, ...status } = (await list<StatusValue>('/mastervalues?type=order'))[0] as StatusValue;
    await expectConflict(`/mastervalues/${_id}`, { version }, { ...status, color: '#112233' }, { ...status, color: '#445566' });
  });

  it('is refused for a product', async () => {
    const [ida, other] = [await aPartnerAdministrator(test), await aPartnerAdministrator(test)];
    const { _id, version, ...form } = await aProduct(test, ida);
    const saved = await save(ida, `/items/${_id}`, { ...form, price: 59 }, version);
    expect(saved.statusCode).toBe(200);
    const refused = await save(other, `/items/${_id}`, { ...form, price: 69 }, version);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'EDIT_CONFLICT', message: expect.stringContaining('Ida Berg changed this') as string });
    const next = saved.json<{ result: Editable }>().result.version;
    expect((await save(other, `/items/${_id}`, { ...form, price: 69 }, next)).statusCode).toBe(200);
  });

  it('succeeds once when a hundred save the same version at once', async () => {
    const { _id, type, description, price, version } = (await list<MasterValue>('/mastervalues?type=lamination'))[0] as MasterValue;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        save(ana, `/mastervalues/${_id}`, { type, description, price, name: `Lamination ${at}` }, version),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(99);
  });
});
