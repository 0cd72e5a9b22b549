/** Forecasts of a device: current and following content, and the effect of a publish. */
import type { Album, Device, Playlist, Publish, PublishForecast } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, type TestPerson, type TestScreen } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;
let summer: Playlist;
let menu: Playlist;
let screen: TestScreen;
let device: Device;

beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
  album = await anAlbum(ana);
  await aPhoto(test, ana, album._id);
  summer = await aPlaylist(ana, { name: 'Summer', albumIds: [album._id] });
  menu = await aPlaylist(ana, { name: 'Menu', albumIds: [album._id] });
});
afterAll(() => test.close());
beforeEach(async () => {
  // Noon in the device's zone.
  test.clock.offsetMs = 0;
  test.clock.offsetMs = Date.UTC(2026, 5, 1, 12) - test.clock.now().getTime();
  screen = await aScreen(test);
  device = await aDevice(ana, screen, { timeZone: 'UTC' });
});

const read = async () => (await ana.call('GET', `/devices/${device._id}`)).json<{ result: Device }>().result.forecast;
const publish = async (playlist: Playlist) =>
  (await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id })).json<{ result: Publish[] }>().result[0];
const schedule = (existing: Publish | undefined, startTime: string, endTime: string) =>
  ana.call('PUT', `/publishes/schedule/${existing?._id}`, { schedule: { startTime, endTime } });
const presentName = ({ _id: playlistId, name }: Playlist) => ({ playlistId, name });
const requestForecast = (playlistId: string, deviceId: unknown, actor = ana, more: object = {}) =>
  actor.call('POST', '/publishes/forecast', { playlistId, deviceId, ...more });
const forecast = async (playlist: Playlist) =>
  (await requestForecast(playlist._id, device._id)).json<{ result: PublishForecast[] }>().result[0];

describe('the forecast of a device', () => {
  it('returns what is shown, why, until when, and what follows', async () => {
    expect(await read()).toEqual({ now: null, reason: 'idle', until: null, next: null });
    await publish(menu);
    expect(await read()).toEqual({ now: presentName(menu), reason: 'activated', until: null, next: null });
    await schedule(await publish(summer), '10:00', '18:00');
    expect(await read()).toEqual({
      now: presentName(summer),
      reason: 'schedule',
      until: '2026-06-01T18:00:00.000Z',
      next: presentName(menu),
    });
    test.clock.offsetMs += 8 * 3_600_000;
    expect(await read()).toEqual({
      now: presentName(menu),
      reason: 'activated',
      until: '2026-06-02T10:00:00.000Z',
      next: presentName(summer),
    });
  });
});

describe('a playlist with another account’s photos', () => {
  it('is skipped once they are no longer shared, as on the screen', async () => {
    const ben = await aPerson(test);
    const shared = await anAlbum(ben);
    await aPhoto(test, ben, shared._id);
    await joinAlbum(ben, shared._id, ana, 'read');
    await publish(menu);
    const theirs = await publish(await aPlaylist(ana, { name: 'Of Ben', albumIds: [shared._id] }));
    const states = async () =>
      (await ana.call('GET', `/publishes?deviceId=${device._id}`))
        .json<{ result: Publish[] }>()
        .result.map(({ playlistId, status, isPlayable }) => [playlistId.name, status, isPlayable]);
    expect(theirs).toMatchObject({ status: 'active', isPlayable: true });
    await ben.call('DELETE', `/albums/shares/${shared._id}`, { userRemoveId: [ana.user._id] });
    await test.runJobs();
    expect(await states()).toEqual([
      ['Of Ben', 'onqueue', false],
      ['Menu', 'active', true],
    ]);
    expect((await read()).now).toEqual(presentName(menu));
  });
});

describe('the forecast of a publish', () => {
  it('returns what would be shown, without changes', async () => {
    await publish(menu);
    const manifests = () => screen.get('/screens/manifest').then((answer) => answer.json<{ result: unknown }>().result);
    const before = await manifests();
    expect(await forecast(summer)).toMatchObject({
      deviceId: device._id,
      before: { now: presentName(menu) },
      after: { now: presentName(summer), reason: 'activated', until: null },
    });
    expect(await manifests()).toEqual(before);
  });

  it('keeps existing schedules, including its own', async () => {
    await schedule(await publish(menu), '10:00', '18:00');
    expect(await forecast(summer)).toMatchObject({
      after: { now: presentName(menu), until: '2026-06-01T18:00:00.000Z', next: presentName(summer) },
    });
    await schedule(await publish(summer), '20:00', '22:00');
    expect(await forecast(summer)).toMatchObject({ after: { now: presentName(menu), until: '2026-06-01T18:00:00.000Z', next: null } });
  });

  it('includes the planned schedule without storing it', async () => {
    await publish(menu);
    const forecastWithSchedule = async (startTime: string, endTime: string) =>
      (await requestForecast(summer._id, device._id, ana, { schedule: { startTime, endTime } })).json<{ result: PublishForecast[] }>()
        .result[0]?.after;
    const later = { now: presentName(menu), reason: 'activated', until: '2026-06-01T18:00:00.000Z', next: presentName(summer) };
    expect(await forecastWithSchedule('18:00', '20:00')).toEqual(later);
    expect(await forecastWithSchedule('10:00', '14:00')).toMatchObject({
      now: presentName(summer),
      reason: 'schedule',
      until: '2026-06-01T14:00:00.000Z',
    });
    // This schedule differs from the existing one.
    await schedule(await publish(summer), '10:00', '14:00');
    expect(await forecastWithSchedule('18:00', '20:00')).toEqual(later);
    expect(await read()).toMatchObject({ now: presentName(summer), reason: 'schedule' });
    expect(
      (await requestForecast(summer._id, device._id, ana, { schedule: { startTime: '10:00', endTime: '10:00' } })).json(),
    ).toMatchObject({
      code: 'INVALID',
      message: 'End time and Start time can not be same',
    });
  });

  it('counts each file once, and compares the size with the quota that the screen reported', async () => {
    await publish(menu);
    const { files } = (await screen.get('/screens/manifest')).json<{ result: { files: { sizeBytes: number }[] } }>().result;
    const neededBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    expect(await forecast(summer)).toMatchObject({ neededBytes, quotaBytes: null, fits: null });
    for (const [quotaBytes, fits] of [
      [neededBytes, true],
      [neededBytes - 1, false],
    ] as const) {
      const report = JSON.stringify({ health: { storageQuotaBytes: quotaBytes } });
      await test.db.updateTable('screens').set({ report }).where('device_code', '=', screen.deviceId).execute();
      expect(await forecast(summer)).toMatchObject({ neededBytes, quotaBytes, fits });
    }
  });

  it('supports several devices, and requires access to all of them', async () => {
    const ben = await aPerson(test);
    const theirs = await aDevice(ben, await aScreen(test));
    const second = await aDevice(ana, await aScreen(test));
    const { result } = (await requestForecast(summer._id, [second._id, device._id])).json<{ result: PublishForecast[] }>();
    expect(result.map(({ deviceId }) => deviceId)).toEqual([device._id, second._id].toSorted());
    expect((await requestForecast(summer._id, [device._id, theirs._id])).statusCode).toBe(404);
    expect((await requestForecast(summer._id, theirs._id, ben)).statusCode).toBe(404);
    expect((await requestForecast(summer._id, [])).statusCode).toBe(422);
  });
});
