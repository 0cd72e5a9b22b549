import { type Album, albumInZoneMessage, type Playlist, type PlaylistItem } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlan, aPlaylist, type TestPerson } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let playlist: Playlist;
let photos: Album;
let menu: Album;
let news: Album;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test);
  await aPlan(test, ana);
  photos = await anAlbum(ana, { name: 'Photos' });
  menu = await anAlbum(ana, { name: 'Menu' });
  news = await anAlbum(ana, { name: 'News' });
  playlist = await aPlaylist(ana, { albumIds: [photos._id] });
});

const details = async ({ _id } = playlist) => (await ana.call('GET', `/playlists/details/${_id}`)).json<{ result: Playlist }>().result;
const setLayout = (layout: object | null, person = ana) => person.call('PUT', `/playlists/layout/${playlist._id}`, { layout });
const side = (album: Album, more: object = {}) => ({ preset: 'side', divider: 70, zones: [{ zone: 'side', albumId: album._id }], ...more });
const addAlbum = (album: Album) => ana.call('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: album._id }] });
const zonesOf = async () => (await details()).layout?.zones.map(({ zone, album }) => [zone, album.name]);

describe('the layout of a playlist', () => {
  it('shows an album in each side zone, which the main zone does not count', async () => {
    await aPhoto(test, ana, photos._id);
    await aPhoto(test, ana, menu._id);
    const before = await details();
    expect(before).toMatchObject({ layout: null, itemCount: 1 });
    const answer = await setLayout({
      preset: 'l',
      divider: 60,
      zones: [
        { zone: 'bottom', albumId: news._id },
        { zone: 'side', albumId: menu._id, duration: 12 },
      ],
    });
    expect(answer.json()).toMatchObject({ message: 'Layout saved.' });
    const { layout, updatedAt: _at, ...rest } = await details();
    expect(layout).toMatchObject({
      preset: 'l',
      divider: 60,
      zones: [
        { zone: 'side', album: { _id: menu._id, name: 'Menu' }, duration: 12, itemCount: 1 },
        { zone: 'bottom', album: { _id: news._id, name: 'News', thumbnail: null }, duration: 0, itemCount: 0 },
      ],
    });
    const { layout: _layout, updatedAt: _before, ...unchanged } = before;
    expect(rest).toEqual(unchanged);
  });

  it('is replaced as a whole: zones that the next one lacks or leaves empty lose their albums', async () => {
    await setLayout({
      preset: 'grid',
      divider: 50,
      zones: [
        { zone: 'topRight', albumId: menu._id },
        { zone: 'bottomLeft', albumId: news._id },
      ],
    });
    await setLayout({ preset: 'grid', divider: 40, zones: [{ zone: 'bottomRight', albumId: menu._id }] });
    expect(await zonesOf()).toEqual([['bottomRight', 'Menu']]);
    await setLayout(side(news));
    expect(await zonesOf()).toEqual([['side', 'News']]);
    expect((await setLayout(null)).json()).toMatchObject({ message: 'Layout removed.', result: { layout: null } });
    expect((await addAlbum(news)).statusCode).toBe(200);
  });

  it('has each album in one zone only', async () => {
    expect((await setLayout(side(photos))).json()).toMatchObject({
      code: 'ALBUM_IN_PLAYLIST',
      message: expect.stringContaining('main zone'),
    });
    await setLayout(side(menu));
    expect((await addAlbum(menu)).json()).toMatchObject({ code: 'ALBUM_IN_ZONE', message: albumInZoneMessage('side') });
    expect((await details()).albumArr).toHaveLength(1);
  });

  it.each([
    ['a zone that the preset lacks', { zones: [{ zone: 'bottom', albumId: '{menu}' }] }],
    ['a zone twice', { zones: Array.from(['{menu}', '{news}'], (albumId) => ({ zone: 'side', albumId })) }],
    ['an album twice', { preset: 'l', zones: Array.from(['side', 'bottom'], (zone) => ({ zone, albumId: '{menu}' })) }],
    ['the main zone', { zones: [{ zone: 'main', albumId: '{menu}' }] }],
    ['a divider of 19 percent', { divider: 19 }],
    ['a divider of 91 percent', { divider: 91 }],
    ['a fraction as divider', { divider: 50.5 }],
    ['an unknown preset', { preset: 'full' }],
    ['more than an hour for an image', { zones: [{ zone: 'side', albumId: '{menu}', duration: 3601 }] }],
  ])('is refused with %s', async (_name, change) => {
    const body = JSON.stringify(side(menu, change)).replaceAll('{menu}', menu._id).replaceAll('{news}', news._id);
    const answer = await setLayout(JSON.parse(body));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'INVALID']);
    expect((await details()).layout).toBeNull();
  });

  it('keeps its albums when albums of the main zone are removed, sorted or changed', async () => {
    await setLayout(side(menu));
    await ana.call('PUT', `/playlists/${playlist._id}`, { albumArr: [{ albumId: menu._id }, { albumId: photos._id }] });
    expect((await ana.call('PUT', `/playlists/${playlist._id}`, { albumId: menu._id, duration: 9 })).statusCode).toBe(404);
    expect((await ana.call('DELETE', `/playlists/${playlist._id}/album/remove`, { albumId: menu._id })).statusCode).toBe(404);
    await ana.call('DELETE', `/playlists/${playlist._id}/album/remove`, { albumId: photos._id });
    await addAlbum(news);
    const { albumArr, layout } = await details();
    expect(albumArr.map(({ albumId, sequence }) => [albumId.name, sequence])).toEqual([['News', 1]]);
    expect(layout?.zones).toMatchObject([{ zone: 'side', album: { name: 'Menu' }, duration: 0 }]);
  });

  it('lists the items of a zone for the preview, and those of the main zone without one', async () => {
    const [inMain, inMenu] = [await aPhoto(test, ana, photos._id), await aPhoto(test, ana, menu._id)];
    await setLayout(side(menu, { zones: [{ zone: 'side', albumId: menu._id, duration: 7 }] }));
    const list = async (query = '') =>
      (await ana.call('GET', `/playlists/items/${playlist._id}${query}`))
        .json<{ result: PlaylistItem[] }>()
        .result.map(({ mediaId, zone, durationMs }) => [mediaId, zone, durationMs]);
    expect(await list()).toEqual([[inMain._id, 'main', 5000]]);
    expect(await list('?zone=side')).toEqual([[inMenu._id, 'side', 7000]]);
    expect(await list('?zone=bottom')).toEqual([]);
    expect(await list('?zone=all')).toEqual([
      [inMain._id, 'main', 5000],
      [inMenu._id, 'side', 7000],
    ]);
  });
});

describe('an album in a side zone', () => {
  it('that is deleted leaves its zone empty, and returns when it is restored, also after the layout was saved', async () => {
    await setLayout({ preset: 'l', divider: 75, zones: [{ zone: 'bottom', albumId: menu._id }] });
    await ana.call('DELETE', `/albums/${menu._id}`);
    expect(await zonesOf()).toEqual([]);
    await setLayout({ preset: 'l', divider: 60, zones: [{ zone: 'side', albumId: news._id }] });
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [menu._id] });
    expect(await zonesOf()).toEqual([
      ['side', 'News'],
      ['bottom', 'Menu'],
    ]);
  });

  it('that is in the bin gives way to another album, and to a layout without its zone', async () => {
    await setLayout(side(menu));
    await ana.call('DELETE', `/albums/${menu._id}`);
    await setLayout(side(news));
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [menu._id] });
    expect(await zonesOf()).toEqual([['side', 'News']]);
    await ana.call('DELETE', `/albums/${news._id}`);
    await setLayout({ preset: 'ticker', divider: 85, zones: [] });
    await setLayout({ preset: 'side', divider: 85, zones: [] });
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [news._id] });
    expect(await zonesOf()).toEqual([]);
  });

  it('must be visible to the caller and to the owner of the playlist, and is counted as revoked when it no longer is', async () => {
    const [ben, mia] = [await aPerson(test), await aPerson(test)];
    const theirs = await anAlbum(ben, { name: 'Theirs' });
    expect((await setLayout(side(theirs))).statusCode).toBe(404);
    await joinAlbum(ben, theirs._id, ana, 'read');
    expect((await setLayout(side(theirs))).statusCode).toBe(200);
    await ben.call('DELETE', `/albums/shares/${theirs._id}`, { userRemoveId: [ana.user._id] });
    expect(await details()).toMatchObject({ layout: { zones: [] }, revokedAlbums: 1 });

    const { orgId } = await aFamily(test, ana, [mia]);
    playlist = (await ana.call('POST', '/playlists', { name: 'Evenings', orgId })).json<{ result: Playlist }>().result;
    const miaAlbum = await anAlbum(mia);
    expect((await setLayout(side(miaAlbum), mia)).json()).toMatchObject({ code: 'ALBUM_UNSEEN' });
    await joinAlbum(mia, miaAlbum._id, ana, 'read');
    expect((await setLayout(side(miaAlbum), mia)).statusCode).toBe(200);
  });
});

it('a playlist in the bin keeps its layout', async () => {
  await setLayout(side(menu, { zones: [{ zone: 'side', albumId: menu._id, duration: 30 }] }));
  const before = await details();
  await ana.call('DELETE', `/playlists/${playlist._id}`);
  const { result } = (await ana.call('GET', `/bin/${ana.user._id}`)).json<{
    result: { playlists: { _id: string; albumCount: number }[] };
  }>();
  expect(result.playlists.find(({ _id }) => _id === playlist._id)).toMatchObject({ albumCount: 1 });
  await ana.call('PUT', `/bin/${ana.user._id}/restore`, { playlistIdArr: [playlist._id] });
  expect(await details()).toEqual(before);
});

it('simultaneous changes of a layout leave one of them', async () => {
  const layouts = Array.from({ length: 12 }, (_, index) => side(index % 2 === 0 ? menu : news, { divider: 20 + index }));
  const answers = await Promise.all(layouts.map((layout) => setLayout(layout)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(layouts.map(() => 200));
  const { layout } = await details();
  expect(layout?.zones).toHaveLength(1);
  expect(layout?.zones[0]?.album._id).toBe(layouts[(layout?.divider ?? 0) - 20]?.zones[0]?.albumId);
});
