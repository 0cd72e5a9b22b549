import type { Playlist, PlaylistItem } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlaylist, type TestPerson } from '../../testing/builders.ts';
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

const itemsOf = async (id: string) => (await ana.call('GET', `/playlists/items/${id}`)).json<{ result: PlaylistItem[] }>().result;

const detailsOf = async (id: string) => (await ana.call('GET', `/playlists/details/${id}`)).json<{ result: Playlist }>().result;

describe('playlists', () => {
  it('play their albums in sequence, each in its own order', async () => {
    const [first, second] = [await anAlbum(ana, { name: 'First' }), await anAlbum(ana, { name: 'Second' })];
    const [b, a, c] = [await aPhoto(test, ana, second._id), await aPhoto(test, ana, first._id), await aPhoto(test, ana, second._id)];
    const playlist = await aPlaylist(ana, { albumIds: [first._id, second._id] });
    const items = await itemsOf(playlist._id);
    expect(items.map((item) => item.mediaId)).toEqual([a._id, b._id, c._id]);
    expect(items[0]).toMatchObject({ kind: 'image', durationMs: 5000, albumId: first._id });
    expect((await ana.call('GET', items[0]?.url.replace('/api', '') ?? '')).headers['content-type']).toMatch(/^image\//);
  });

  it('store the duration of images per album', async () => {
    const album = await anAlbum(ana, { name: 'Slow' });
    await aPhoto(test, ana, album._id);
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    const answer = await ana.call('PUT', `/playlists/${playlist._id}`, { albumId: album._id, duration: 12 });
    expect(answer.json()).toMatchObject({ message: 'Time Duration change to 12 second' });
    expect((await itemsOf(playlist._id))[0]?.durationMs).toBe(12_000);
  });

  it('return the number of items and bytes, and the first picture as cover', async () => {
    const album = await anAlbum(ana, { name: 'Counted' });
    const photo = await aPhoto(test, ana, album._id);
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    const { result } = (await ana.call('GET', `/playlists/details/${playlist._id}`)).json<{ result: Playlist }>();
    expect(result).toMatchObject({ itemCount: 1, sizeBytes: photo.mediaFile.size, thumbnail: { key: photo.mediaFile.key } });
    expect(result.albumArr[0]).toMatchObject({ albumId: { _id: album._id, name: 'Counted' }, duration: 0, sequence: 1, itemCount: 1 });
  });

  it('contain an album once, which can be removed', async () => {
    const album = await anAlbum(ana, { name: 'Once' });
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    const again = await ana.call('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: album._id }] });
    expect(again.json()).toMatchObject({ code: 'ALBUM_IN_PLAYLIST' });
    expect((await ana.call('DELETE', `/playlists/${playlist._id}/album/remove`, { albumId: album._id })).json()).toMatchObject({
      result: { albumArr: [] },
    });
    expect((await ana.call('DELETE', `/playlists/${playlist._id}/album/remove`, { albumId: album._id })).statusCode).toBe(404);
  });

  it('and their albums are accessible to their owner only', async () => {
    const playlist = await aPlaylist(ana);
    const theirs = await anAlbum(ben);
    for (const url of [`/playlists/details/${playlist._id}`, `/playlists/items/${playlist._id}`, `/playlists/${ana.user._id}`]) {
      expect((await ben.call('GET', url)).statusCode).toBe(404);
    }
    expect((await ben.call('DELETE', `/playlists/${playlist._id}`)).statusCode).toBe(404);
    const smuggled = await ana.call('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: theirs._id }] });
    expect(smuggled.statusCode).toBe(404);
  });

  it('return their total duration and their owner', async () => {
    const album = await anAlbum(ana, { name: 'Timed' });
    await aPhoto(test, ana, album._id);
    await aPhoto(test, ana, album._id, { colour: '#112233' });
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    expect(await detailsOf(playlist._id)).toMatchObject({ durationMs: 10_000, ownerName: ana.user.name });
    await ana.call('PUT', `/playlists/${playlist._id}`, { albumId: album._id, duration: 16 });
    expect(await detailsOf(playlist._id)).toMatchObject({ durationMs: 32_000, albumArr: [{ durationMs: 32_000 }] });
  });

  it('can be renamed, and refuse an incomplete request', async () => {
    const playlist = await aPlaylist(ana);
    const edit = (body: object) => ana.call('PUT', `/playlists/${playlist._id}`, body);
    expect((await edit({ name: 'Mornings', caption: 'In the hall', userId: ana.user._id })).json()).toMatchObject({
      message: 'Playlist updated.',
      result: { name: 'Mornings', caption: 'In the hall' },
    });
    expect((await edit({ name: 'x' })).json()).toMatchObject({ code: 'INVALID', message: 'Too Short!' });
    expect((await edit({ albumId: playlist._id })).statusCode).toBe(422);
    expect((await edit({ albumId: playlist._id, duration: 5 })).statusCode).toBe(404);
    expect((await edit({ albumId: playlist._id, duration: 3601 })).statusCode).toBe(422);
  });

  it.each([
    [{ name: 'x' }, 'Too Short!'],
    [{ name: 'x'.repeat(31) }, 'Should not exceed 30 characters'],
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'Fine', caption: 'x'.repeat(251) }, 'Should not exceed 250 characters'],
    [{ name: 'Fine', caption: 'x' }, 'Too Short!'],
  ])('cannot be created with %o', async (body, message) => {
    expect((await ana.call('POST', '/playlists', body)).json()).toMatchObject({ code: 'INVALID', message });
  });
});
