import type { Album, Media } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlan, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, fillAlbum, PLANS } from '../../testing/database-reads.ts';
import { aFamily } from '../../testing/families.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { searchByCaptureTime, searchByPlaceName } from './search-by-capture.read-model.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
let album: Album;
const JULY = { from: new Date('2024-07-01'), to: new Date('2024-08-01') };
beforeAll(async () => {
  test = await createTestApp();
  [ana, ben] = [await aPerson(test), await aPerson(test, { name: 'Ben' })];
  await aPlan(test, ana);
  album = await anAlbum(ana);
  await joinAlbum(ana, album._id, ben, 'read');
  await addPhoto('tram', '2024-07-21T14:00:00Z', 'Lisbon, Portugal');
  await addPhoto('castle', '2023-07-21T14:00:00Z', 'Sintra, Lisbon, Portugal');
  await addPhoto('beer', '2024-07-02T14:00:00Z', 'Munich, Bavaria, Germany');
  const { mediaFile } = await aPhoto(test, ana, (await anAlbum(ana))._id);
  const many = await anAlbum(ana);
  const filling = { ownerId: ana.user._id, fileId: mediaFile.key, count: 5000 };
  await insertMany(test.db, 'media_search', filling.count, async () => {
    await fillAlbum(test.db, many._id, filling);
    await sql`update media set taken_clock_at = timestamptz '2010-01-01' + sequence * interval '6 hours', place = 'Town ' || (sequence::integer % 20)
    where album_id = ${many._id}`.execute(test.db);
  });
  await sql`vacuum analyze media`.execute(test.db);
});
afterAll(() => test.close());

async function addPhoto(name: string, at: string, placeName: string, albumId = album._id): Promise<void> {
  const { _id } = await aPhoto(test, ana, albumId, { name: `${name}.jpg` });
  await test.db.updateTable('media').set({ taken_clock_at: at, place: placeName }).where('id', '=', _id).execute();
}
const find = async (person: TestPerson, text: string, orgId?: string) =>
  (await person.call('GET', `/medias/search?string=${encodeURIComponent(text)}${orgId ? `&orgId=${orgId}` : ''}`))
    .json<{ result: Media[] }>()
    .result.map(({ name }) => name)
    .toSorted();

describe('a media search', () => {
  it.each([
    ['July 2024', ['beer', 'tram']],
    ['2024', ['beer', 'filler 2024', 'tram']],
    ['Lisbon', ['castle', 'tram']],
    ['lisbon july 2024', ['tram']],
    ['lisbon 2022', []],
    ['germany', ['beer']],
    ['li', []],
  ])('for %s finds media by date and place of capture', async (text, names) => {
    expect(await find(ana, text)).toEqual(names);
  });

  it('finds shared media by month, and by place only if the album shows places', async () => {
    expect(await find(ben, 'july 2024')).toEqual(['beer', 'tram']);
    expect(await find(ben, 'lisbon')).toEqual([]);
    await ana.call('PUT', `/albums/${album._id}`, { showPlaces: true });
    expect(await find(ben, 'lisbon')).toEqual(['castle', 'tram']);
    await ana.call('PUT', `/albums/${album._id}`, { showPlaces: false });
    expect(await find(await aPerson(test), 'lisbon')).toEqual([]);
  });

  it('finds media of a family for its members', async () => {
    const [eva, finn] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, eva, [finn]);
    const ours = (await eva.call('POST', '/albums', { name: 'Ours', orgId })).json<{ result: Album }>().result;
    const { _id } = await aPhoto(test, eva, ours._id, { name: 'hut.jpg' });
    await test.db.updateTable('media').set({ place: 'Oslo, Norway' }).where('id', '=', _id).execute();
    expect(await find(finn, 'oslo', orgId)).toEqual(['hut']);
    expect(await find(finn, 'oslo')).toEqual([]);
  });

  it.each(PLANS)('reads few of thousands of media (%s)', async (plan) => {
    const scope = { userId: ana.user._id, orgIds: [] };
    const read = (work: Parameters<typeof countPagesRead>[3]) => countPagesRead(test.db, plan, ['media'], work);
    expect(await read((tx) => searchByCaptureTime(tx, scope, JULY, 50))).toBeLessThan(40);
    expect(await read((tx) => searchByPlaceName(tx, scope, { text: 'lisbon', when: undefined, limit: 50 }))).toBeLessThan(140);
    expect(await read((tx) => searchByPlaceName(tx, scope, { text: 'lisbon', when: JULY, limit: 50 }))).toBeLessThan(140);
  });
});
