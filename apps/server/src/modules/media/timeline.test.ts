import type { Album, Media, TimelineMonth } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlan, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, fillAlbum, PLANS } from '../../testing/database-reads.ts';
import { aFamily } from '../../testing/families.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { listTimelineIds, listTimelineRangeIds, readTimelineShape, type TimelineRange } from './timeline.read-model.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const months = async (person: TestPerson, query = '') =>
  (await person.call('GET', `/medias/timeline/months?${query}`)).json<{ result: TimelineMonth[] }>().result;
const counts = async (person: TestPerson, query = '') => (await months(person, query)).map(({ month, count }) => `${month} ${count}`);
const page = async (person: TestPerson, query: string) =>
  (await person.call('GET', `/medias/timeline?${query}`)).json<{ result: Media[] }>().result;

/** Adds photos of one file, named a, b, c …, with these local capture times. Without one, the time of addition counts. */
async function addPhotosTaken(person: TestPerson, albumId: string, times: (string | null)[]): Promise<Media> {
  const photo = await aPhoto(test, person, (await anAlbum(person))._id);
  for (const [index, at] of times.entries())
    await sql`insert into media (id, album_id, file_id, kind, name, sequence, uploaded_by, size_bytes, status)
      values (gen_random_uuid(), ${albumId}, ${photo.mediaFile.key}, 'image', ${String.fromCharCode(97 + index)}, ${index}, ${person.user._id}, 1, 6)`
      .execute(test.db)
      .then(() =>
        sql`update media set taken_clock_at = ${at}, created_at = '2021-06-15' where album_id = ${albumId} and sequence = ${index}`.execute(
          test.db,
        ),
      );
  return photo;
}

describe('a timeline', () => {
  it('lists own media by month, newest first, with pages from any month', async () => {
    const ana = await aPerson(test);
    const { _id } = await anAlbum(ana);
    const photo = await addPhotosTaken(ana, _id, [
      '2024-07-31T23:59:59Z',
      '2024-07-01T00:00:00Z',
      '2024-08-01T00:00:00Z',
      null,
      '1955-12-24T18:00:00Z',
    ]);
    await ana.call('DELETE', `/medias/${photo.albumId}`, { mediaIdArr: [photo._id] });
    expect(await counts(ana)).toEqual(['2024-08 1', '2024-07 2', '2021-06 1', '1955-12 1']);
    const names = async (query: string) => (await page(ana, query)).map(({ name }) => name).join('');
    expect(await names('')).toBe('cabde');
    expect(await names('month=2024-07')).toBe('abde');
    expect(await names('month=2024-07&skip=1&dataPerPage=2')).toBe('bd');
    expect(await names('month=2000-01')).toBe('e');
    const [, a] = await page(ana, '');
    expect(await names(`after=${a?._id}`)).toBe('bde');
    await ana.call('DELETE', `/medias/${_id}`, { mediaIdArr: [a?._id] });
    expect(await names('')).toBe('cbde');
    expect((await ana.call('GET', '/medias/timeline?month=2024-13')).statusCode).toBe(422);
  });

  it('answers 304 until it changes', async () => {
    const ana = await aPerson(test);
    await aPhoto(test, ana, (await anAlbum(ana))._id);
    const sendRequest = (etag?: string) =>
      test.app.inject({
        method: 'GET',
        url: '/api/medias/timeline/months',
        headers: { authorization: ana.token, ...(etag ? { 'if-none-match': etag } : {}) },
      });
    const first = await sendRequest();
    expect((await sendRequest(String(first.headers.etag))).statusCode).toBe(304);
  });

  it('contains no media of others, also not shared ones, and media of a family for its members', async () => {
    const [eva, finn, gus] = [await aPerson(test), await aPerson(test), await aPerson(test)];
    await aPlan(test, eva);
    const own = await anAlbum(eva);
    const photo = await aPhoto(test, eva, own._id);
    await joinAlbum(eva, own._id, gus, 'read');
    expect(await months(gus)).toEqual([]);
    expect((await gus.call('GET', `/medias/timeline?after=${photo._id}`)).statusCode).toBe(404);
    const { orgId } = await aFamily(test, eva, [finn]);
    const ours = (await eva.call('POST', '/albums', { name: 'Ours', orgId })).json<{ result: Album }>().result;
    await aPhoto(test, eva, ours._id);
    const sizes = async (person: TestPerson, query = '') => (await months(person, query)).map(({ count }) => count);
    expect(await sizes(eva)).toEqual([2]);
    expect(await sizes(eva, `orgId=${orgId}`)).toEqual([2]);
    expect(await sizes(finn, `orgId=${orgId}`)).toEqual([1]);
    expect(await sizes(finn)).toEqual([]);
    expect((await gus.call('GET', `/medias/timeline/months?orgId=${orgId}`)).statusCode).toBe(404);
  });
});

describe('a timeline among thousands of media', () => {
  let ana: TestPerson;
  beforeAll(async () => {
    const ben = await aPerson(test);
    ana = await aPerson(test);
    for (const person of [ana, ben]) {
      const { mediaFile, albumId } = await aPhoto(test, person, (await anAlbum(person))._id);
      const filling = { ownerId: person.user._id, fileId: mediaFile.key, count: 6000 };
      await insertMany(test.db, 'media_search', filling.count, async () => {
        await fillAlbum(test.db, albumId, filling);
        await sql`update media set taken_clock_at = timestamptz '2020-01-01' + sequence * interval '3 hours' where album_id = ${albumId}`.execute(
          test.db,
        );
      });
    }
    for (const how of ['full', 'analyze']) await sql`vacuum (${sql.raw(how)}) media`.execute(test.db);
  });

  it.each(PLANS)('reads the months from one index only (%s)', async (plan) => {
    const { user } = ana;
    expect(await countPagesRead(test.db, plan, ['media'], (tx) => readTimelineShape(tx, [user._id]))).toBeLessThan(120);
  });

  it.each(PLANS)('reads about as many rows as it returns for a page of any month (%s)', async (plan) => {
    const read = (month: string) =>
      countPagesRead(test.db, plan, ['media'], (tx) =>
        listTimelineIds(tx, [ana.user._id], { before: { at: new Date(`${month}-01`) }, skip: 0, limit: 50 }),
      );
    for (const month of ['2022-01', '2021-03', '2020-02']) expect(await read(month), month).toBeLessThan(16);
  });

  it.each(PLANS)('reads about as many rows as it returns for the ids of a part (%s)', async (plan) => {
    const keys = [ana.user._id];
    const read = (range: TimelineRange) => countPagesRead(test.db, plan, ['media'], (tx) => listTimelineRangeIds(tx, keys, range, 5000));
    expect(await read({ period: { start: new Date('2021-03-01'), end: new Date('2021-04-01') } })).toBeLessThan(24);
    const [id = ''] = await listTimelineRangeIds(
      test.db,
      keys,
      { period: { start: new Date('2020-02-01'), end: new Date('2020-02-02') } },
      1,
    );
    const at = new Date('2020-02-01T21:00:00Z');
    expect(await read({ newest: { at, id }, oldest: { at: new Date('2020-01-28'), id } })).toBeLessThan(24);
  });
});
