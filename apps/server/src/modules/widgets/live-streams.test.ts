import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Media, Playlist } from '@vitrine/contract';
import { LIVE_ADDRESS_MESSAGES } from '@vitrine/contract/live-address';
import type { ScreenWidget, WidgetDetails } from '@vitrine/contract/widgets';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPlan, aPlaylist, type TestPerson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { listPlayableItems } from '../playlists/index.ts';

let site: Server;
let requestCount = 0;
let streamUrl: string;
let test: TestApp;
let ana: TestPerson;
let albumId: string;

beforeAll(async () => {
  site = createServer((_request, response) => {
    requestCount += 1;
    response.end('#EXTM3U');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  streamUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/main.m3u8`;
  test = await createTestApp({ PUBLIC_URL: 'http://walls.example' });
  ana = await aPerson(test);
  await aPlan(test, ana);
  albumId = (await anAlbum(ana))._id;
});
afterAll(async () => {
  await test.close();
  site.close();
});

const settingsOf = (address: string, change: object = {}) => ({ type: 'live', theme: 'light', address, ...change });
const create = (person: TestPerson, settings: object) => person.call('POST', '/widgets', { albumId, name: 'TV', settings });
const add = async (settings: object): Promise<Media> => {
  const response = await create(ana, settings);
  expect(response.statusCode, response.body).toBe(201);
  await test.runJobs();
  return response.json<{ result: Media }>().result;
};
const read = async (id: string) => (await ana.call('GET', `/widgets/${id}`)).json<{ result: WidgetDetails }>().result;

describe('a live stream', () => {
  it('is an item of its album with a card, and is never requested', async () => {
    const added = await add(settingsOf(streamUrl, { title: 'Lobby TV', hasSound: true }));
    expect(added).toMatchObject({ kind: 'live', name: 'TV', albumId, framing: null });
    const list = (await ana.call('GET', `/medias/${albumId}`)).json<{ result: Media[] }>().result;
    expect(list.find(({ _id }) => _id === added._id)).toMatchObject({ status: 6, width: 1280, height: 720 });
    const tile = await ana.call('GET', `/uploads?key=${added.mediaFile.key}&width=320`);
    expect(await sharp(tile.rawPayload).metadata()).toMatchObject({ width: 320, height: 180 });
    expect(requestCount).toBe(0);
  });

  it('stores one address for every link to a YouTube video', async () => {
    const { _id } = await add(settingsOf('https://youtu.be/jfKfPfyJRdk?si=abc'));
    expect((await read(_id)).settings).toEqual({
      ...settingsOf('https://www.youtube.com/watch?v=jfKfPfyJRdk'),
      title: '',
      hasSound: false,
      fallbackText: '',
    });
  });

  it('plays on screens as long as a photo, and counts in the duration of a playlist', async () => {
    const own = (await anAlbum(ana))._id;
    await ana.call('POST', '/widgets', { albumId: own, name: 'TV', settings: settingsOf(streamUrl) });
    await test.runJobs();
    const playlist = await aPlaylist(ana, { albumIds: [own] });
    const [item] = await listPlayableItems(test.db, playlist._id);
    expect(item).toMatchObject({ kind: 'live', durationMs: 5000 });
    expect((await ana.call('GET', `/streams/${item?.fileId}`)).json<ScreenWidget>().settings).toMatchObject(settingsOf(streamUrl));
    const shown = (await ana.call('GET', `/playlists/details/${playlist._id}`)).json<{ result: Playlist }>().result;
    expect(shown.albumArr).toMatchObject([{ itemCount: 1, durationMs: 5000 }]);
  });

  it('can be edited, but not become a web page', async () => {
    const { _id } = await add(settingsOf(streamUrl));
    const edited = await ana.call('PUT', `/widgets/${_id}`, { settings: settingsOf(streamUrl, { fallbackText: 'Back soon' }) });
    expect(edited.json<{ result: Media }>().result).toMatchObject({ _id, kind: 'live' });
    expect((await read(_id)).settings).toMatchObject({ fallbackText: 'Back soon' });
    const page = await ana.call('PUT', `/widgets/${_id}`, { settings: { type: 'web', theme: 'light', address: 'https://news.example/' } });
    expect(page.json()).toMatchObject({ code: 'INVALID', message: 'The type of a widget cannot be changed.' });
  });

  it.each([
    ['https://tv.example/', LIVE_ADDRESS_MESSAGES.unknown],
    ['rtsp://192.168.1.20/main.m3u8', LIVE_ADDRESS_MESSAGES.unknown],
    ['javascript:alert(1)//.m3u8', LIVE_ADDRESS_MESSAGES.unknown],
    ['https://ana:secret@tv.example/main.m3u8', LIVE_ADDRESS_MESSAGES.credentials],
    ['https://www.youtube.com/@news', LIVE_ADDRESS_MESSAGES.noVideo],
    ['http://walls.example/api/streams/x/main.m3u8', LIVE_ADDRESS_MESSAGES.own],
  ])('is refused with the address %s', async (address, message) => {
    const response = await create(ana, settingsOf(address));
    expect(response.json()).toMatchObject({ code: 'INVALID', issues: [{ path: 'settings.address', message }] });
  });
});

it('another account can neither read nor edit a live stream', async () => {
  const bob = await aPerson(test);
  await aPlan(test, bob);
  const { _id } = await add(settingsOf(streamUrl));
  const responses = await Promise.all([
    bob.call('GET', `/widgets/${_id}`),
    bob.call('PUT', `/widgets/${_id}`, { settings: settingsOf(streamUrl) }),
    create(bob, settingsOf(streamUrl)),
  ]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
});
