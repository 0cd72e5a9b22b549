/** Removing and scheduling a playlist on many devices at once. */
import type { DevicesPlaylist, Manifest, PublishOutcomes, PublishRemoval } from '@vitrine/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  aDevice,
  anAlbum,
  aPerson,
  aPlaylist,
  aScreen,
  aStoredPhoto,
  type TestPerson,
  type TestScreen,
} from '../../../testing/builders.ts';
import { createDevices } from '../../../testing/devices.ts';
import { aFamily } from '../../../testing/families.ts';
import { openTestApp } from '../../../testing/shared-test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
  ben = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());

async function createPlaylist(person: TestPerson, name = 'Summer'): Promise<string> {
  const album = await anAlbum(person);
  await aStoredPhoto(test, person, album._id);
  return (await aPlaylist(person, { name, albumIds: [album._id] }))._id;
}
const publish = async (person: TestPerson, playlistId: string, deviceId: string[], more: object = {}) =>
  expect((await person.call('POST', '/publishes', { playlistId, deviceId, ...more })).statusCode).toBe(201);
const remove = (person: TestPerson, playlistId: string, deviceId: string[]) =>
  person.call('POST', '/publishes/many/delete', { playlistId, deviceId });
const removed = async (...args: Parameters<typeof remove>) => (await remove(...args)).json<{ result: PublishRemoval }>().result;
const restore = (person: TestPerson, removalId: string | null) => person.call('POST', '/publishes/many/restore', { removalId });
const schedule = (person: TestPerson, playlistId: string, deviceId: string[], value: object | null) =>
  person.call('PUT', '/publishes/many/schedule', { playlistId, deviceId, schedule: value });
const list = (person: TestPerson, deviceId: string[]) => person.call('POST', '/publishes/many/playlists', { deviceId });
const rowsOf = (deviceIds: string[]) =>
  test.db.selectFrom('publishes').selectAll().where('device_id', 'in', deviceIds).orderBy('device_id').orderBy('playlist_id').execute();
const readManifest = async (screen: TestScreen) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;

/** Devices of Ana: two with the playlist, one with it because of a tag, and one without it. */
async function createSetup() {
  const playlistId = await createPlaylist(ana);
  const screen = await aScreen(test);
  const { _id: shown } = await aDevice(ana, screen);
  const [scheduled = '', tagged = '', other = ''] = await createDevices(test, ana, { count: 3 });
  await publish(ana, playlistId, [shown]);
  await publish(ana, playlistId, [scheduled], { schedule: { startTime: '08:00', endTime: '10:00' } });
  const name = `Lobby ${tagged.slice(-6)}`;
  await ana.call('POST', '/devices/many/tags', { deviceId: [tagged], add: [name] });
  const tags = (await ana.call('GET', `/devices/users/${ana.user._id}/tags`)).json<{ result: { _id: string; name: string }[] }>().result;
  await ana.call('POST', '/publishes/tags', { playlistId, tagId: [tags.find((tag) => tag.name === name)?._id] });
  return { playlistId, screen, shown, scheduled, tagged, other, all: [shown, scheduled, tagged, other] };
}

describe('the playlists of many devices', () => {
  it('are listed with the number of devices that each change would affect', async () => {
    const { playlistId, shown, all } = await createSetup();
    const second = await createPlaylist(ana, 'Menu');
    await publish(ana, second, [shown]);
    const result = (await list(ana, all)).json<{ result: DevicesPlaylist[] }>().result;
    expect(result).toEqual([
      { _id: playlistId, name: 'Summer', devices: 3, byTag: 1, scheduled: 1 },
      { _id: second, name: 'Menu', devices: 1, byTag: 0, scheduled: 0 },
    ]);
    expect((await list(ben, all)).json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a playlist that is removed from many devices', () => {
  it('ends on those that have it, except by a tag, and their screens are notified', async () => {
    const { playlistId, screen, all, tagged } = await createSetup();
    const before = await readManifest(screen);
    const [foreign = ''] = await createDevices(test, ben, { count: 1 });
    const result = await removed(ana, playlistId, [...all, foreign]);
    expect(result).toEqual({ done: 2, absent: 1, byTag: 1, gone: 1, removalId: expect.any(String) });
    expect((await rowsOf(all)).map((row) => row.device_id)).toEqual([tagged]);
    expect(await readManifest(screen)).toMatchObject({ revision: before.revision + 1, publishes: [] });
  });

  it('returns as it was by undo, once, for the account that removed it', async () => {
    const { playlistId, screen, shown, all } = await createSetup();
    await test.db.updateTable('publishes').set({ is_main: true }).where('device_id', '=', shown).execute();
    const before = await rowsOf(all);
    const { removalId } = await removed(ana, playlistId, all);
    expect((await restore(ben, removalId)).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await restore(ana, removalId)).json()).toMatchObject({ result: { restored: 2 } });
    expect(await rowsOf(all)).toEqual(before);
    expect((await readManifest(screen)).publishes).toMatchObject([{ playlistId, main: true }]);
    expect((await restore(ana, removalId)).json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('returns with its current contents', async () => {
    const { playlistId, screen, all } = await createSetup();
    const { removalId } = await removed(ana, playlistId, all);
    const album = await anAlbum(ana);
    const photo = await aStoredPhoto(test, ana, album._id);
    await ana.call('POST', `/playlists/album/add/${playlistId}`, { albumArr: [{ albumId: album._id }] });
    await restore(ana, removalId);
    expect((await readManifest(screen)).publishes[0]?.items.map(({ mediaId }) => mediaId)).toContain(photo.mediaId);
  });

  it('does not replace what devices got since then, nor return to devices that were given away', async () => {
    const { playlistId, shown, scheduled, all } = await createSetup();
    const { removalId } = await removed(ana, playlistId, all);
    await publish(ana, playlistId, [shown]);
    await test.db.updateTable('devices').set({ user_id: ben.user._id }).where('id', '=', scheduled).execute();
    expect((await restore(ana, removalId)).json()).toMatchObject({ result: { restored: 0 } });
  });

  it('is stored once for each device, however often it is repeated', async () => {
    const { playlistId, shown, scheduled } = await createSetup();
    const first = await removed(ana, playlistId, [shown, scheduled]);
    await publish(ana, playlistId, [shown]);
    const second = await removed(ana, playlistId, [shown]);
    const stored = test.db.selectFrom('removed_publishes').select('device_id').where('playlist_id', '=', playlistId);
    expect((await stored.execute()).map(({ device_id }) => device_id).sort()).toEqual([shown, scheduled].sort());
    expect((await restore(ana, first.removalId)).json()).toMatchObject({ result: { restored: 1 } });
    expect((await restore(ana, second.removalId)).json()).toMatchObject({ result: { restored: 1 } });
  });

  it('can be restored for a day', async () => {
    const { playlistId, all } = await createSetup();
    const { removalId } = await removed(ana, playlistId, all);
    test.clock.offsetMs = 86_400_000 + 60_000;
    await test.runWorkerTasks('publishing.removals');
    test.clock.offsetMs = 0;
    expect((await restore(ana, removalId)).json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('may belong to another member of the family', async () => {
    const [olga, mia] = [await aPerson(test, { devices: 10 }), await aPerson(test, { devices: 10 })];
    const { orgId } = await aFamily(test, olga, [mia]);
    const [wall = ''] = await createDevices(test, olga, { count: 1, orgId });
    const playlistId = await createPlaylist(olga);
    await publish(olga, playlistId, [wall]);
    const { done, removalId } = await removed(mia, playlistId, [wall]);
    expect(done).toBe(1);
    expect((await restore(mia, removalId)).json()).toMatchObject({ result: { restored: 1 } });
  });

  it('is removed once by concurrent requests, and both can’t restore it twice', async () => {
    const { playlistId, all } = await createSetup();
    const results = await Promise.all(Array.from({ length: 5 }, () => removed(ana, playlistId, all)));
    expect(results.map(({ done }) => done).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 2]);
    const removalId = results.find(({ done }) => done === 2)?.removalId ?? '';
    const restored = await Promise.all(Array.from({ length: 5 }, () => restore(ana, removalId)));
    expect(
      restored
        .map((answer) => answer.json<{ result?: { restored: number } }>().result?.restored ?? 0)
        .toSorted((one, other) => one - other),
    ).toEqual([0, 0, 0, 0, 2]);
    expect(await rowsOf(all)).toHaveLength(3);
  });

  it('is refused without a device of the account, and changes nothing for a playlist that is not there', async () => {
    const { playlistId, all } = await createSetup();
    expect((await remove(ben, playlistId, all)).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(await removed(ana, all[0] ?? '', all)).toEqual({ done: 0, absent: 4, byTag: 0, gone: 0, removalId: null });
  });
});

describe('a schedule for many devices', () => {
  it('is set and removed where the playlist is, also by a tag', async () => {
    const { playlistId, screen, all } = await createSetup();
    const value = { startTime: '12:00', endTime: '14:00', repeat: 'Daily' };
    const result = (await schedule(ana, playlistId, all, value)).json<{ result: PublishOutcomes }>().result;
    expect(result).toEqual({ done: 3, absent: 1, byTag: 0, gone: 0 });
    expect((await rowsOf(all)).map((row) => row.schedule)).toEqual([value, value, value]);
    expect((await readManifest(screen)).publishes).toMatchObject([{ schedule: value }]);
    await schedule(ana, playlistId, all, null);
    expect((await rowsOf(all)).map((row) => row.schedule)).toEqual([null, null, null]);
  });

  it('has windows and a priority, which return with removed publishes', async () => {
    const { playlistId, screen, shown, all } = await createSetup();
    const windows = [{ startTime: '12:00', endTime: '14:00', repeat: 'Monthly', on: { day: -1 } }];
    const body = { playlistId, deviceId: all, windows, priority: 8 };
    expect((await ana.call('PUT', '/publishes/many/schedule', body)).json()).toMatchObject({ result: { done: 3 } });
    expect((await readManifest(screen)).publishes).toMatchObject([{ windows, priority: 8 }]);
    const { removalId } = await removed(ana, playlistId, [shown]);
    expect((await readManifest(screen)).publishes).toEqual([]);
    await restore(ana, removalId);
    expect((await readManifest(screen)).publishes).toMatchObject([{ windows, priority: 8 }]);
    await schedule(ana, playlistId, all, null);
    expect((await rowsOf(all)).map((row) => [row.schedule, row.windows, row.priority])).toEqual(all.slice(1).map(() => [null, null, 5]));
    const both = await ana.call('PUT', '/publishes/many/schedule', { ...body, schedule: null });
    expect(both.json()).toMatchObject({ code: 'INVALID', message: 'Send either a schedule or windows' });
    expect((await ana.call('PUT', '/publishes/many/schedule', { playlistId, deviceId: all })).json()).toMatchObject({ code: 'INVALID' });
  });

  it('is refused when it is invalid or the devices belong to another account', async () => {
    const { playlistId, all } = await createSetup();
    expect((await schedule(ana, playlistId, all, { startTime: '12:00', endTime: '12:00' })).json()).toMatchObject({ code: 'INVALID' });
    expect((await schedule(ben, playlistId, all, null)).json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('takes the same number of statements for any number of devices', async () => {
  const playlistId = await createPlaylist(ana);
  const count = async (devices: number) => {
    const ids = await createDevices(test, ana, { count: devices });
    await publish(ana, playlistId, ids);
    const submit = vi.spyOn(pg.Query.prototype, 'submit');
    await list(ana, ids);
    await schedule(ana, playlistId, ids, { startTime: '12:00', endTime: '14:00' });
    const { removalId } = await removed(ana, playlistId, ids);
    expect((await restore(ana, removalId)).json()).toMatchObject({ result: { restored: devices } });
    const statements = submit.mock.calls.length;
    submit.mockRestore();
    return statements;
  };
  const few = await count(2);
  expect(await count(300)).toBe(few);
});
