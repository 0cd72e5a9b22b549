import type { Album, BinnedMedia, Media, TimelineMonth } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { runWhileLocked } from '../../testing/run-while-locked.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let bob: TestPerson;
let beach: Album;
let city: Album;
/** Photos of two albums, newest first. */
let ids: string[];

const TIMES = ['2024-07-31T23:59:59Z', '2024-07-31T00:00:00Z', '2024-07-01T12:00:00Z', '2023-02-28T12:00:00Z'];

beforeAll(async () => {
  test = await openTestApp();
  bob = await aPerson(test, { name: 'Bob' });
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test);
  beach = await anAlbum(ana, { name: 'Beach' });
  city = await anAlbum(ana, { name: 'City' });
  ids = [];
  for (const [index, at] of TIMES.entries()) {
    const { mediaId, fileId } = await aStoredPhoto(test, ana, (index % 2 === 0 ? beach : city)._id);
    await test.db
      .updateTable('files')
      .set({ taken_at: new Date(at) })
      .where('id', '=', fileId)
      .execute();
    ids.push(mediaId);
  }
});

const resultOf = async <Result>(person: TestPerson, url: string) => (await person.call('GET', url)).json<{ result: Result }>().result;
const timelineIds = (query: string, person = ana) => resultOf<string[]>(person, `/medias/timeline/ids?${query}`);
const albumIds = async (album: Album) => (await resultOf<Media[]>(ana, `/medias/${album._id}`)).map(({ _id }) => _id);
const favourites = (person: TestPerson) => resultOf<string[]>(person, '/medias/timeline/favourites');

describe('ids of a part of the timeline', () => {
  it.each([
    ['', [0, 1, 2, 3]],
    ['period=2024-07', [0, 1, 2]],
    ['period=2024-07-31', [0, 1]],
    ['period=2023-02-28', [3]],
    ['period=2022-01', []],
  ])('are returned newest first (%s)', async (query, expected) => {
    expect(await timelineIds(query)).toEqual(expected.map((index) => ids[index]));
  });

  it('are returned between two media in either order, both included', async () => {
    const range = [ids[1], ids[2]];
    expect(await timelineIds(`from=${ids[1]}&to=${ids[2]}`)).toEqual(range);
    expect(await timelineIds(`from=${ids[2]}&to=${ids[1]}`)).toEqual(range);
    expect(await timelineIds(`from=${ids[1]}&to=${ids[1]}`)).toEqual([ids[1]]);
  });

  it.each([
    ['period=2024-02-31', 422],
    ['period=yesterday', 422],
    [`from=${newId()}`, 422],
    [`from=${newId()}&to=${newId()}`, 404],
  ])('are refused for %s', async (query, status) => {
    expect((await ana.call('GET', `/medias/timeline/ids?${query}`)).statusCode).toBe(status);
  });

  it('are refused for a range in the timeline of another account', async () => {
    expect((await bob.call('GET', `/medias/timeline/ids?from=${ids[0]}&to=${ids[1]}`)).statusCode).toBe(404);
    expect((await bob.call('GET', `/medias/timeline/ids?userId=${ana.user._id}`)).statusCode).toBe(404);
  });
});

describe('marking several media as favorites', () => {
  const mark = (person: TestPerson, mediaIdArr: (string | undefined)[], isFavourite = true) =>
    person.call('PUT', '/medias/favourites', { mediaIdArr, isFavourite });

  it('adds and removes marks of media in several albums', async () => {
    expect((await mark(ana, [ids[0], ids[1], ids[1]])).json()).toMatchObject({ message: 'Added to favorites.' });
    expect(new Set(await favourites(ana))).toEqual(new Set([ids[0], ids[1]]));
    expect((await mark(ana, [ids[0]], false)).json()).toMatchObject({ message: 'Removed from favorites.' });
    expect(await favourites(ana)).toEqual([ids[1]]);
  });

  it('marks none when one of the media is not visible to the caller', async () => {
    await joinAlbum(ana, beach._id, bob, 'read');
    expect((await mark(bob, [ids[0], ids[1]])).statusCode).toBe(404);
    expect(await resultOf<string[]>(bob, `/medias/${beach._id}/favourites`)).toEqual([]);
    expect((await mark(bob, [ids[0]])).statusCode).toBe(200);
    // Shared media are not part of the timeline.
    expect(await favourites(bob)).toEqual([]);
    expect(await resultOf<string[]>(bob, `/medias/${beach._id}/favourites`)).toEqual([ids[0]]);
  });
});

describe('deleting media of several albums', () => {
  const remove = (person: TestPerson, mediaIdArr: (string | undefined)[]) => person.call('DELETE', '/medias', { mediaIdArr });

  it('moves them to the bin, from which they return to their albums', async () => {
    expect((await remove(ana, [ids[0], ids[1], ids[1]])).json()).toMatchObject({ message: '2 items moved to Trash.' });
    expect([await albumIds(beach), await albumIds(city)]).toEqual([[ids[2]], [ids[3]]]);
    const bin = await resultOf<{ medias: BinnedMedia[] }>(ana, `/bin/${ana.user._id}`);
    expect(new Set(bin.medias.map(({ _id }) => _id))).toEqual(new Set([ids[0], ids[1]]));
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [ids[0], ids[1]] });
    expect(await timelineIds('')).toEqual(ids);
  });

  it('deletes none when the caller may not arrange one of the albums', async () => {
    await joinAlbum(ana, beach._id, bob, 'write');
    const own = await aStoredPhoto(test, bob, (await anAlbum(bob))._id);
    expect((await remove(bob, [own.mediaId, ids[0]])).statusCode).toBe(404);
    expect((await remove(ana, [ids[0], newId()])).statusCode).toBe(404);
    expect(await timelineIds('')).toEqual(ids);
    expect(await timelineIds('', bob)).toContain(own.mediaId);
  });

  it('locks nothing in one album while it waits for another, so that marking favorites does not end in a deadlock', async () => {
    // The second photo has the lower id, and its album the higher one.
    const mediaIdArr = [ids[1], ids[2]];
    const removed = await runWhileLocked(test.db, {
      lock: (tx) => sql`select from albums where id = ${city._id} for no key update`.execute(tx),
      act: () => remove(ana, mediaIdArr),
      duringWait: async () => {
        const marked = await ana.call('PUT', '/medias/favourites', { mediaIdArr, isFavourite: true });
        expect(marked.statusCode).toBe(200);
      },
    });
    expect(removed.statusCode).toBe(200);
  });

  it('deletes each of them once under concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(ana, ids)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(7);
    expect(await timelineIds('')).toEqual([]);
  });

  it('includes media of the family for its members', async () => {
    const finn = await aPerson(test);
    const { orgId } = await aFamily(test, ana, [finn]);
    const ours = (await ana.call('POST', '/albums', { name: 'Ours', orgId })).json<{ result: Album }>().result;
    const photo = await aPhoto(test, ana, ours._id);
    expect((await remove(finn, [photo._id, ids[0]])).statusCode).toBe(404);
    expect((await remove(finn, [photo._id])).statusCode).toBe(200);
    const months = await resultOf<TimelineMonth[]>(finn, `/medias/timeline/months?orgId=${orgId}`);
    expect(months).toEqual([]);
  });
});

describe('editing the date taken', () => {
  const edit = (person: TestPerson, takenAt: unknown) => person.call('PUT', `/medias/${ids[0]}`, { takenAt });
  const months = async () => (await resultOf<TimelineMonth[]>(ana, '/medias/timeline/months')).map(({ month }) => month);

  it('moves a photo in the timeline, and restores the date of the file', async () => {
    const edited = (await edit(ana, '1999-12-24T18:30')).json<{ result: Media }>().result;
    expect(edited).toMatchObject({ takenAt: '1999-12-24T18:30:00', isTakenAtEdited: true });
    expect(await timelineIds('period=1999-12')).toEqual([ids[0]]);
    const restored = (await edit(ana, null)).json<{ result: Media }>().result;
    expect(restored).toMatchObject({ takenAt: '2024-07-31T23:59:59', isTakenAtEdited: false });
    expect(await months()).not.toContain('1999-12');
  });

  it('survives another reading of the file, the bin, and copies', async () => {
    await edit(ana, '1999-12-24T18:30');
    const { file_id } = await test.db
      .selectFrom('media')
      .select('file_id')
      .where('id', '=', ids[0] ?? '')
      .executeTakeFirstOrThrow();
    await test.db
      .updateTable('files')
      .set({ taken_at: new Date('2020-01-01') })
      .where('id', '=', file_id)
      .execute();
    expect(await timelineIds('period=1999-12')).toEqual([ids[0]]);
    await ana.call('DELETE', '/medias', { mediaIdArr: [ids[0]] });
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [ids[0]] });
    await ana.call('PUT', '/medias/copy', { albumId: city._id, mediaIdArr: [ids[0]] });
    expect(await timelineIds('period=1999-12')).toHaveLength(2);
    await edit(ana, null);
    expect((await resultOf<Media>(ana, `/medias/media/${ids[0]}`)).takenAt).toBe('2020-01-01T00:00:00');
  });

  it.each([
    ['soon', 'Enter a date and a time.'],
    ['2024-02-31T00:00', 'Enter a date and a time.'],
    ['2024-02-01T00:00Z', 'Enter a date and a time.'],
    ['2024-02-01T00:00:00Z', 'Enter a date and a time.'],
    ['2999-01-01T00:00', 'The date taken can’t be in the future.'],
    ['1825-01-01T00:00', 'Enter a date after 1825.'],
  ])('rejects %s', async (takenAt, message) => {
    const refused = await edit(ana, takenAt);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([422, message]);
  });

  it('is refused for people who may only look', async () => {
    await joinAlbum(ana, beach._id, bob, 'read');
    expect((await edit(bob, '1999-12-24T18:30')).statusCode).toBe(404);
  });
});
