import type { Album } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test);
});
afterAll(() => test.close());

const names = async (person: TestPerson, query = '') =>
  (await person.call('GET', `/albums/${person.user._id}${query}`)).json<{ result: Album[] }>().result.map((album) => album.name);

describe('albums', () => {
  it('include a default album that cannot be renamed or deleted', async () => {
    const cleo = await aPerson(test);
    const [album] = (await cleo.call('GET', `/albums/${cleo.user._id}`)).json<{ result: Album[] }>().result;
    expect(album).toMatchObject({ albumType: 'default', abilities: { addMedia: true, rename: false, delete: false } });
    expect((await cleo.call('PUT', `/albums/${album?._id}`, { name: 'Mine' })).json()).toMatchObject({ code: 'ALBUM_DEFAULT' });
    expect((await cleo.call('DELETE', `/albums/${album?._id}`)).statusCode).toBe(403);
  });

  it('can be created, renamed and deleted', async () => {
    const album = await anAlbum(ana, { name: '  Harvest' });
    expect(album).toMatchObject({ name: 'Harvest', imageCount: 0, albumStorage: 0 });
    expect((await ana.call('PUT', `/albums/${album._id}`, { name: 'Late harvest' })).json()).toMatchObject({
      result: { name: 'Late harvest' },
    });
    expect((await ana.call('DELETE', `/albums/${album._id}`)).statusCode).toBe(200);
    expect((await ana.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
  });

  it('return the number of their items and the first picture', async () => {
    const album = await anAlbum(ana, { name: 'Counted' });
    const photo = await aPhoto(test, ana, album._id);
    const { result } = (await ana.call('GET', `/albums/details/${album._id}`)).json<{ result: Album }>();
    expect(result).toMatchObject({
      imageCount: 1,
      videoCount: 0,
      albumStorage: photo.mediaFile.size,
      thumbnail: { key: photo.mediaFile.key },
    });
  });

  it('can be sorted and paged', async () => {
    const dora = await aPerson(test);
    for (const name of ['Beach', 'alps', 'Cabin']) await anAlbum(dora, { name });
    expect(await names(dora, '?sort=az')).toEqual(['alps', 'Beach', 'Cabin', 'My photos']);
    expect(await names(dora, '?sort=za&dataPerPage=2&page=2')).toEqual(['Beach', 'alps']);
    expect(await names(dora)).toEqual(['Cabin', 'alps', 'Beach', 'My photos']);
  });

  it('are not accessible to other accounts', async () => {
    const album = await anAlbum(ana);
    expect((await ben.call('GET', `/albums/${ana.user._id}`)).statusCode).toBe(404);
    expect((await ben.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    expect((await ben.call('PUT', `/albums/${album._id}`, { name: 'Stolen' })).statusCode).toBe(404);
    expect((await ben.call('DELETE', `/albums/${album._id}`)).statusCode).toBe(404);
    expect((await ben.call('POST', '/albums', { name: 'Planted', userId: ana.user._id })).statusCode).toBe(404);
  });

  it.each([
    [{ name: 'x' }, 'Too Short!'],
    [{ name: 'x'.repeat(31) }, 'Should not exceed 30 characters!'],
    [{ name: '   ' }, 'Name is required'],
    [{}, 'Name is required'],
    [{ name: '--' }, 'Please enter valid name'],
    [{ name: 5 }, 'Name is required'],
  ])('cannot be created with %o', async (body, message) => {
    expect((await ana.call('POST', '/albums', body)).json()).toMatchObject({ code: 'INVALID', message });
  });

  it('disappear from the screens that showed them when they are deleted', async () => {
    const album = await anAlbum(ana, { name: 'Short lived' });
    await aPhoto(test, ana, album._id);
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    const screen = await aScreen(test);
    const device = await aDevice(ana, screen);
    await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id });
    await ana.call('DELETE', `/albums/${album._id}`);
    await test.runJobs();
    expect((await screen.get('/screens/manifest')).json()).toMatchObject({ result: { publishes: [{ items: [] }], files: [] } });
  });
});

describe('storage', () => {
  it('equals a recount after every change', async () => {
    const fay = await aPerson(test);
    const album = await anAlbum(fay, { name: 'Counted' });
    const details = async () =>
      (await fay.call('GET', `/albums/users/storages/${fay.user._id}`)).json<{ result: Record<string, number> }>().result;
    expect(await details()).toMatchObject({ totalStorage: 0, quotaBytes: 5e9, totalAlbumCount: 2 });
    const [one, two] = [await aPhoto(test, fay, album._id), await aPhoto(test, fay, album._id, { colour: '#111111' })];
    const size = one.mediaFile.size + two.mediaFile.size;
    expect(await details()).toMatchObject({
      totalStorage: size,
      totalAlbumStorage: size,
      totalImageStorage: size,
      totalVideoStorage: 0,
      imageCount: 2,
    });
    await fay.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [one._id] });
    expect(await details()).toMatchObject({
      totalStorage: size,
      binStorage: one.mediaFile.size,
      totalAlbumStorage: two.mediaFile.size,
      imageCount: 1,
    });
    expect((await ben.call('GET', `/albums/users/storages/${fay.user._id}`)).statusCode).toBe(404);
  });
});
