/** The history of a device: what it should have shown at earlier times. */
import { type PublishHistory, screenReport } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aDevice,
  anAlbum,
  aPerson,
  aPlaylist,
  aScreen,
  aStoredPhoto,
  signIn,
  type TestPerson,
  type TestScreen,
} from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createPublishHistoryService } from './publish-history.service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test: TestApp;
let ana: TestPerson;
let summer: string;
let menu: string;
let screen: TestScreen;
let device: string;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 50 });
  [summer, menu] = [await createPlaylist('Summer'), await createPlaylist('Menu')];
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.offsetMs = 0;
  screen = await aScreen(test);
  device = (await aDevice(ana, screen, { timeZone: 'UTC' }))._id;
});

async function createPlaylist(name: string): Promise<string> {
  const album = await anAlbum(ana);
  await aStoredPhoto(test, ana, album._id);
  return (await aPlaylist(ana, { name, albumIds: [album._id] }))._id;
}

const wait = (ms: number) => void (test.clock.offsetMs += ms);
const now = () => test.clock.now().getTime();
const publish = (playlistId: string, more: object = {}, deviceId: string[] = [device], person = ana) =>
  person.call('POST', '/publishes', { playlistId, deviceId, ...more });
const read = async (at: number, person = ana) =>
  person.call('GET', `/publishes/history?deviceId=${device}&at=${encodeURIComponent(new Date(at).toISOString())}`);
const historyAt = async (at: number, person = ana) => (await read(at, person)).json<{ result: PublishHistory }>().result;
const shownAt = async (at: number, person = ana) => (await historyAt(at, person)).shows?.name ?? null;

describe('the history of a device', () => {
  it('answers what was shown before and after each change, and why', async () => {
    const start = now();
    wait(HOUR_MS);
    await publish(menu);
    const published = now();
    wait(HOUR_MS);
    await publish(summer, { windows: [{ startTime: '00:00', endTime: '23:59', repeat: 'Daily' }], priority: 7 });
    const scheduled = now();
    wait(HOUR_MS);
    await ana.call('DELETE', `/publishes/playlist/delete?deviceId=${device}&playlistId=${summer}`);
    const removed = now();
    wait(HOUR_MS);
    expect(await shownAt(start + HOUR_MS / 2)).toBeNull();
    expect(await historyAt(published + 1000)).toMatchObject({ isKnown: true, shows: { name: 'Menu' }, why: 'activated', losses: [] });
    expect(await historyAt(scheduled + 1000)).toMatchObject({ shows: { name: 'Summer' }, why: 'schedule', publishes: [{}, {}] });
    expect(await historyAt(removed + 1000)).toMatchObject({
      shows: { name: 'Menu' },
      changes: [{ name: 'Summer', isRemoval: true }, { name: 'Summer', isRemoval: false }, { name: 'Menu' }],
    });
  });

  it('contains publishes added and removed with a tag, and continues after the screen was replaced', async () => {
    await publish(menu);
    wait(HOUR_MS);
    const name = `Wall ${device.slice(-6)}`;
    await ana.call('POST', '/devices/many/tags', { deviceId: [device], add: [name], remove: [] });
    const { result: tags } = (await ana.call('GET', `/devices/users/${ana.user._id}/tags`)).json<{
      result: { _id: string; name: string }[];
    }>();
    await ana.call('POST', '/publishes/tags', { playlistId: summer, tagId: [tags.find((tag) => tag.name === name)?._id] });
    const tagged = now();
    wait(HOUR_MS);
    await ana.call('POST', '/devices/many/tags', { deviceId: [device], add: [], remove: [name] });
    const untagged = now();
    wait(HOUR_MS);
    const next = await aScreen(test);
    const replaced = await ana.call('PUT', `/devices/${device}/screen`, { deviceId: next.deviceId, replacedDeviceId: screen.deviceId });
    expect(replaced.statusCode).toBe(200);
    wait(HOUR_MS);
    expect([
      await shownAt(tagged - HOUR_MS / 2),
      await shownAt(tagged + 1000),
      await shownAt(untagged + 1000),
      await shownAt(now()),
    ]).toEqual(['Menu', 'Summer', 'Menu', 'Menu']);
  });

  it('knows when a playlist had nothing to show', async () => {
    await publish(menu);
    const album = await anAlbum(ana);
    const { mediaId } = await aStoredPhoto(test, ana, album._id);
    const other = (await aPlaylist(ana, { name: 'Other', albumIds: [album._id] }))._id;
    wait(1000);
    await publish(other);
    expect(await shownAt(now())).toBe('Other');
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [mediaId] });
    await test.runJobs();
    wait(HOUR_MS);
    expect(await historyAt(now())).toMatchObject({ shows: { name: 'Menu' } });
  });

  it('is kept for 13 months, from a snapshot after its changes were deleted', async () => {
    await publish(menu);
    const history = createPublishHistoryService(test);
    for (let month = 0; month < 18; month += 1) {
      wait(31 * DAY_MS);
      await history.maintain();
    }
    // The earlier session has ended.
    const later = await signIn(test, ana);
    await publish(summer, {}, [device], later);
    const changes = await test.db
      .selectFrom('publish_changes')
      .select('playlist_id')
      .where('at', '<', new Date(now() - DAY_MS))
      .execute();
    expect(changes).toEqual([]);
    expect([await shownAt(now() - 395 * DAY_MS, later), await shownAt(now() - DAY_MS, later), await shownAt(now(), later)]).toEqual([
      'Menu',
      'Menu',
      'Summer',
    ]);
    expect((await read(now() - 400 * DAY_MS, later)).statusCode).toBe(422);
    expect((await read(now() + HOUR_MS, later)).statusCode).toBe(422);
  });

  it('has what the screen reported that it had begun to show, if the device has it', async () => {
    await publish(menu);
    await publish(summer);
    const { screen_id: screenId } = await test.db
      .selectFrom('devices')
      .select('screen_id')
      .where('id', '=', device)
      .executeTakeFirstOrThrow();
    const report = (publishId: string) =>
      test.modules.screenSockets.report(
        { screenId },
        screenReport.parse({ revision: 1, downloaded: 1, total: 1, publishId, itemId: 'a', mediaId: null, failed: [] }),
      );
    wait(HOUR_MS);
    await report(menu);
    const first = now();
    wait(HOUR_MS);
    await report(summer);
    await report(crypto.randomUUID());
    wait(1000);
    expect(await historyAt(first + 1000)).toMatchObject({ shows: { name: 'Summer' }, reported: { playlistId: menu, name: 'Menu' } });
    expect(await historyAt(now())).toMatchObject({ reported: { playlistId: summer, name: 'Summer' } });
    test.clock.offsetMs += 100 * DAY_MS;
    await createPublishHistoryService(test).maintain();
    expect(await test.db.selectFrom('shown_reports').select('id').execute()).toEqual([]);
  });

  it('is read by the owner only', async () => {
    const ben = await aPerson(test);
    expect((await read(now(), ben)).statusCode).toBe(404);
  });

  it('stores one row for a publish to many devices', async () => {
    const others = [device];
    for (let count = 0; count < 4; count += 1) others.push((await aDevice(ana, await aScreen(test), { timeZone: 'UTC' }))._id);
    const count = async () =>
      Number(
        (
          await test.db
            .selectFrom('publish_changes')
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      );
    const before = await count();
    await publish(menu, {}, others);
    expect((await count()) - before).toBe(1);
  });
});
