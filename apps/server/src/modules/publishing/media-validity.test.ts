/** Limited media on screens: their manifests, messages, forecasts and publishes. */
import type { Album, Device, Manifest, Media, Playlist, Publish, SyncMessage } from '@vitrine/contract';
import { choosePublish, getWallClock } from '@vitrine/playback';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, type TestPerson, type TestScreen } from '../../testing/builders.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createManifestsService } from './manifests.service.ts';

let test: TestApp;
let ana: TestPerson;
let live: CapturedMessages;
let album: Album;
let photo: Media;
let offer: Playlist;
let main: Playlist;
let screen: TestScreen;
let device: Device;

const ZONE = 'America/New_York';

beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
  live = await captureLiveMessages(test);
});
afterAll(async () => {
  await live.stop();
  await test.close();
});
beforeEach(async () => {
  // 09:00 in New York.
  test.clock.offsetMs = 0;
  test.clock.offsetMs = Date.UTC(2026, 5, 1, 13) - test.clock.now().getTime();
  album = await anAlbum(ana);
  photo = await aPhoto(test, ana, album._id);
  const everyday = await anAlbum(ana, { name: 'Everyday' });
  await aPhoto(test, ana, everyday._id);
  offer = await aPlaylist(ana, { name: 'Offer', albumIds: [album._id] });
  main = await aPlaylist(ana, { name: 'Main', albumIds: [everyday._id] });
  screen = await aScreen(test);
  device = await aDevice(ana, screen, { timeZone: ZONE });
  const [{ _id } = { _id: '' }] = (await publish(main)).json<{ result: Publish[] }>().result;
  await ana.call('PUT', `/publishes/${_id}`, { mainPlaylist: true });
  await publish(offer);
  await test.runJobs();
});

const publish = ({ _id: playlistId }: Playlist) => ana.call('POST', '/publishes', { playlistId, deviceId: device._id });
const limit = async (valid: object | null) => {
  await ana.call('PUT', `/medias/${photo._id}`, { valid });
  await test.runJobs();
};
const readManifest = async () => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
const readForecast = async () => (await ana.call('GET', `/devices/${device._id}`)).json<{ result: Device }>().result.forecast;
const readPublishes = async () => (await ana.call('GET', `/publishes?deviceId=${device._id}`)).json<{ result: Publish[] }>().result;
/** Name of the playlist that a screen with this manifest shows now. */
const showOnScreen = ({ publishes, device: settings }: Manifest) =>
  choosePublish(publishes, getWallClock(test.clock.now().getTime(), settings ?? 'UTC')).publish?.name ?? null;

describe('a manifest', () => {
  it('has the validity of limited items, and is unchanged by others', async () => {
    const before = await readManifest();
    expect(JSON.stringify(before)).not.toContain('"valid"');
    await limit({ until: '2026-06-01T10:00' });
    const limited = await readManifest();
    expect(limited.revision).toBe(before.revision + 1);
    expect(limited.publishes.find(({ name }) => name === 'Offer')?.items).toMatchObject([
      { mediaId: photo._id, valid: { until: '2026-06-01T10:00' } },
    ]);
    await limit(null);
    const after = await readManifest();
    expect(after.publishes).toEqual(before.publishes);
  });

  it('with limited items is sent as a splice or requested by digest, and never packed', async () => {
    const messages = await live.captureDuring(() => limit({ until: '2026-06-01T10:00' }));
    const [message] = messages.filter(({ event }) => event === 'sync').map(({ payload }) => payload as SyncMessage);
    expect(message?.change?.playlists[0]?.splice?.items[0]?.valid).toEqual({ until: '2026-06-01T10:00' });
    const [playlist] = message?.change?.playlists ?? [];
    if (!playlist || !message) throw new Error('no message');
    const { splice: _splice, ...withoutSplice } = playlist;
    const service = createManifestsService({ db: test.db, live: { send: async () => undefined } as never, clock: test.clock });
    const asNew = (change: object) =>
      service.addContents({ ...message, change: { ...message.change, playlists: [change] } } as SyncMessage);
    expect((await asNew(withoutSplice)).contents).toBeUndefined();
    const response = await screen.get(`/screens/contents/${playlist.contents}`);
    expect(response.json()).toMatchObject({ result: { items: [{ valid: { until: '2026-06-01T10:00' } }] } });
    await limit(null);
    const [unlimited] = (await readManifest()).publishes.filter(({ name }) => name === 'Offer');
    expect((await asNew({ ...withoutSplice, contents: unlimited?.contents })).contents).toHaveLength(1);
  });
});

describe('the forecast of a device with limited items', () => {
  it('follows the clock of the device, and agrees with its screen', async () => {
    await limit({ startTime: '08:00', endTime: '10:00' });
    expect(await readForecast()).toMatchObject({ now: { name: 'Offer' }, until: '2026-06-01T14:00:00.000Z', next: { name: 'Main' } });
    expect(showOnScreen(await readManifest())).toBe('Offer');
    test.clock.offsetMs += 3_600_000;
    expect(await readForecast()).toMatchObject({
      now: { name: 'Main' },
      reason: 'activated',
      until: '2026-06-02T12:00:00.000Z',
      next: { name: 'Offer' },
    });
    expect(showOnScreen(await readManifest())).toBe('Main');
  });

  it('is also right before the playlist is published', async () => {
    const other = await aPlaylist(ana, { name: 'Other', albumIds: [album._id] });
    await limit({ from: '2026-06-01T11:00' });
    const answer = await ana.call('POST', '/publishes/forecast', { playlistId: other._id, deviceId: device._id });
    expect(answer.json()).toMatchObject({
      result: [{ after: { now: { name: 'Main' }, until: '2026-06-01T15:00:00.000Z', next: { name: 'Other' } } }],
    });
  });

  it('is part of the day plan and of the publishes', async () => {
    await limit({ startTime: '08:00', endTime: '10:00' });
    const [plan] = (await ana.call('POST', '/publishes/days', { deviceId: [device._id] })).json<{ result: { stretches: object[] }[] }>()
      .result;
    expect(plan?.stretches).toMatchObject([
      { shows: { name: 'Main' }, to: '2026-06-01T12:00:00.000Z' },
      { shows: { name: 'Offer' }, to: '2026-06-01T14:00:00.000Z' },
      { shows: { name: 'Main' } },
    ]);
    const publishes = new Map((await readPublishes()).map((one) => [one.playlistId.name, one]));
    expect(publishes.get('Main')).toMatchObject({ periods: null, status: 'onqueue' });
    expect(publishes.get('Offer')).toMatchObject({ periods: [{ startTime: '08:00', endTime: '10:00' }], status: 'active' });
    await aPhoto(test, ana, album._id);
    await test.runJobs();
    expect((await readPublishes()).find(({ playlistId }) => playlistId.name === 'Offer')?.periods).toBeNull();
  });
});
