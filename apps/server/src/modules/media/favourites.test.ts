import type { Album, Media, MediaLayout } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { listAlbumsExport } from './album-contents.read-model.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
let album: Album;
let first: string;
let second: string;

beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test, { name: 'Ben' });
});
afterAll(() => test.close());
beforeEach(async () => {
  album = await anAlbum(ana);
  first = (await aStoredPhoto(test, ana, album._id)).mediaId;
  second = (await aStoredPhoto(test, ana, album._id)).mediaId;
});

const mark = async (person: TestPerson, mediaId: string, isFavourite = true) =>
  (await person.call('PUT', `/medias/media/${mediaId}/favourite`, { isFavourite })).statusCode;
const resultOf = async <Result>(person: TestPerson, url: string) => (await person.call('GET', url)).json<{ result: Result }>().result;
const favouritesOf = (person: TestPerson, albumId = album._id) => resultOf<string[]>(person, `/medias/${albumId}/favourites`);
const rows = () => test.db.selectFrom('favourites').select('media_id').where('media_id', 'in', [first, second]).execute();

describe('favourites', () => {
  it('are added, added again without effect, and removed', async () => {
    expect(await mark(ana, first)).toBe(200);
    expect(await mark(ana, first)).toBe(200);
    expect(await favouritesOf(ana)).toEqual([first]);
    expect(await mark(ana, first, false)).toBe(200);
    expect(await mark(ana, first, false)).toBe(200);
    expect(await favouritesOf(ana)).toEqual([]);
  });

  it('are returned by the filter in the list, the layout and the ids', async () => {
    await mark(ana, second);
    const listed = await resultOf<Media[]>(ana, `/medias/${album._id}?filter=favourite`);
    expect(listed.map(({ _id }) => _id)).toEqual([second]);
    expect(await resultOf<string[]>(ana, `/medias/${album._id}/ids?filter=favourite`)).toEqual([second]);
    expect((await resultOf<MediaLayout>(ana, `/medias/${album._id}/layout?filter=favourite`)).count).toBe(1);
  });

  it('belong to each person separately, also in a shared album', async () => {
    await joinAlbum(ana, album._id, ben, 'read');
    expect(await mark(ben, first)).toBe(200);
    expect(await favouritesOf(ben)).toEqual([first]);
    expect(await favouritesOf(ana)).toEqual([]);
    await mark(ana, second);
    expect(await resultOf<string[]>(ben, `/medias/${album._id}/ids?filter=favourite`)).toEqual([first]);
    await mark(ana, first, false);
    expect(await favouritesOf(ben)).toEqual([first]);
  });

  it('cannot contain media without access, and reveal nothing about them', async () => {
    expect(await mark(ben, first)).toBe(404);
    expect((await ben.call('GET', `/medias/${album._id}/favourites`)).statusCode).toBe(404);
    await joinAlbum(ana, album._id, ben, 'read');
    await mark(ben, first);
    await test.db.deleteFrom('album_shares').where('user_id', '=', ben.user._id).execute();
    expect(await mark(ben, first, false)).toBe(404);
    expect((await ben.call('GET', `/medias/${album._id}/favourites`)).statusCode).toBe(404);
  });

  it('are refused without a value for the new state', async () => {
    expect((await ana.call('PUT', `/medias/media/${first}/favourite`, {})).statusCode).toBe(422);
    expect((await ana.call('PUT', `/medias/media/${first}/favourite`, { isFavourite: true, userId: ben.user._id })).statusCode).toBe(422);
  });

  it('move with the media, and are kept in the bin and restored with it', async () => {
    await mark(ana, first);
    await mark(ana, second);
    const other = await anAlbum(ana);
    await ana.call('PUT', `/medias/${album._id}/move`, { albumId: other._id, mediaIdArr: [first] });
    expect(await favouritesOf(ana, other._id)).toEqual([first]);
    expect(await favouritesOf(ana)).toEqual([second]);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [second] });
    expect(await favouritesOf(ana)).toEqual([]);
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [second] });
    expect(await favouritesOf(ana)).toEqual([second]);
  });

  it('are deleted with their media, and others stay', async () => {
    await mark(ana, first);
    await mark(ana, second);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [first] });
    expect(await rows()).toHaveLength(2);
    expect((await ana.call('DELETE', `/bin/${ana.user._id}`, { mediaIdArr: [first] })).statusCode).toBe(200);
    expect(await rows()).toEqual([{ media_id: second }]);
  });

  it('are part of the exported personal data', async () => {
    await mark(ana, first);
    const { favourites } = await listAlbumsExport(test.db, ana.user._id);
    expect(favourites).toEqual(expect.arrayContaining([{ name: 'photo', album: album.name }]));
  });
});
