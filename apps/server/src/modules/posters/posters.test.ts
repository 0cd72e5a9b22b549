import type { MasterValue, PosterCombination } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

const values = async (type: string) => (await ana.call('GET', `/mastervalues?type=${type}`)).json<{ result: MasterValue[] }>().result;
const combinations = async (query = '') =>
  (await ana.call('GET', `/postercombination${query}`)).json<{ result: PosterCombination[] }>().result;
const priceOf = (combination: PosterCombination, laminationId = combination.laminationId._id) =>
  ana.call(
    'GET',
    `/postercombination/get/price?orientationId=${combination.orientationId._id}&sizeId=${combination.sizeId._id}` +
      `&paperStockId=${combination.paperStockId._id}&laminationId=${laminationId}`,
  );

describe('posters', () => {
  it('exist in a new installation, with a price for shipping', async () => {
    expect((await values('orientation')).map(({ name }) => name)).toEqual(['Portrait', 'Landscape']);
    expect((await values('shippingus'))[0]?.price).toBe(9.95);
    expect((await values('size')).every(({ price }) => price === null)).toBe(true);
    expect((await ana.call('GET', '/mastervalues?type=frames')).statusCode).toBe(422);
  });

  it('are returned by orientation', async () => {
    const [portrait] = await values('orientation');
    const some = await combinations(`?orientationId=${portrait?._id}`);
    expect(some.length * 2).toBe((await combinations()).length);
    expect(new Set(some.map(({ orientationId }) => orientationId._id))).toEqual(new Set([portrait?._id]));
  });

  it('have one price for each combination, and none for a missing combination', async () => {
    const all = await combinations();
    const cotton = all.find(({ paperStockId }) => paperStockId.name === 'Fine art');
    const film = all.find(({ laminationId }) => laminationId.name === 'Gloss film');
    if (!cotton || !film) throw new Error('The first start left no posters');
    expect((await priceOf(cotton)).json()).toEqual({ error: false, result: { _id: cotton._id, price: cotton.price } });
    const refused = await priceOf(cotton, film.laminationId._id);
    expect(refused.statusCode).toBe(404);
    expect(refused.json()).toMatchObject({ message: 'Options not available right now, please select others!' });
  });
});
