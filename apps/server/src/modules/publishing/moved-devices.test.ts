/** Devices that move between an account and a family: limits, tags and publishes. */
import type { Device, DeviceOutcome, Manifest, TransferForecast } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aDevice,
  anAlbum,
  aPerson,
  aPlan,
  aPlaylist,
  aScreen,
  aStoredPhoto,
  type TestPerson,
  type TestScreen,
} from '../../testing/builders.ts';
import { createDevices } from '../../testing/devices.ts';
import { aFamily } from '../../testing/families.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { runWhileLocked } from '../../testing/run-while-locked.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { viewAccount } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
/** Another process on the same database. */
let otherProcess: TestApp;
let liveMessages: CapturedMessages;
beforeAll(async () => {
  test = await openTestApp();
  otherProcess = await createTestApp({}, undefined, test);
  liveMessages = await captureLiveMessages(test);
});
afterAll(async () => {
  await liveMessages.stop();
  await otherProcess.close();
  await test.close();
});

const move = (person: TestPerson, deviceId: string[], orgId: string | null, more: object = {}) =>
  person.call('POST', '/devices/many/move', { deviceId, orgId, ...more });
const outcomes = async (answer: ReturnType<TestPerson['call']>) =>
  (await answer).json<{ result: DeviceOutcome[] }>().result.map(({ outcome }) => outcome);
const forecast = async (person: TestPerson, deviceId: string[], orgId: string | null) =>
  (await person.call('POST', '/devices/many/move/forecast', { deviceId, orgId })).json<{ result: TransferForecast }>().result;
const ownerOf = (id: string) => test.db.selectFrom('devices').select(['user_id', 'org_id']).where('id', '=', id).executeTakeFirst();

/** Creates a family of Olga with Mia, whose plans have unused capacity. */
async function createFamilySetup({ devices = 20 } = {}) {
  const [olga, mia] = [await aPerson(test, { name: 'Olga' }), await aPerson(test, { name: 'Mia', devices })];
  const { orgId } = await aFamily(test, olga, [mia]);
  await aPlan(test, olga, { devices });
  return { olga, mia, orgId };
}

async function aPlaylistOf(person: TestPerson, name: string, orgId?: string): Promise<string> {
  const album = await anAlbum(person);
  await aStoredPhoto(test, person, album._id);
  if (orgId === undefined) return (await aPlaylist(person, { name, albumIds: [album._id] }))._id;
  const made = await person.call('POST', '/playlists', { name, orgId });
  const { _id } = made.json<{ result: { _id: string } }>().result;
  await person.call('POST', `/playlists/album/add/${_id}`, { albumArr: [{ albumId: album._id }] });
  return _id;
}

const publish = async (person: TestPerson, playlistId: string, deviceId: string) =>
  expect((await person.call('POST', '/publishes', { playlistId, deviceId })).statusCode).toBe(201);
const shows = async (screen: TestScreen) =>
  (await screen.get('/screens/manifest'))
    .json<{ result: Manifest }>()
    .result.publishes.map(({ playlistId }) => playlistId)
    .toSorted();

describe('a device that moves', () => {
  it('moves to the family’s owner with its tags, and back to the member who moves it', async () => {
    const { olga, mia, orgId } = await createFamilySetup();
    const [wall = ''] = await createDevices(test, mia, { count: 1 });
    const [other = ''] = await createDevices(test, olga, { count: 1, orgId });
    await olga.call('POST', '/devices/many/tags', { deviceId: [other], add: ['kitchen'] });
    await mia.call('POST', '/devices/many/tags', { deviceId: [wall], add: ['Kitchen', 'Warm'] });
    const messages = await liveMessages.captureDuring(async () =>
      expect(await outcomes(move(mia, [wall, other], orgId))).toEqual(['done', 'there']),
    );
    expect(await ownerOf(wall)).toEqual({ user_id: olga.user._id, org_id: orgId });
    const rooms = messages.filter(({ event }) => event === 'devicestatus').flatMap((nudge) => nudge.rooms);
    expect(new Set(rooms)).toEqual(new Set([`person:${olga.user._id}`, `person:${mia.user._id}`]));
    const seen = (await olga.call('GET', `/devices/${wall}`)).json<{ result: Device }>().result;
    expect([seen.orgId, seen.tags]).toEqual([orgId, ['kitchen', 'Warm']]);
    expect(await outcomes(move(mia, [wall], null))).toEqual(['done']);
    expect(await ownerOf(wall)).toEqual({ user_id: mia.user._id, org_id: null });
    expect((await olga.call('GET', `/devices/${wall}`)).statusCode).toBe(404);
    expect((await mia.call('GET', `/devices/${wall}`)).json()).toMatchObject({ result: { tags: ['Kitchen', 'Warm'] } });
  });

  it('must belong to the caller or their family, and moves nowhere else', async () => {
    const { olga, mia, orgId } = await createFamilySetup();
    const stranger = await aPerson(test, { devices: 20 });
    const [own = ''] = await createDevices(test, olga, { count: 1 });
    const [shared = ''] = await createDevices(test, olga, { count: 1, orgId });
    expect((await move(mia, [own], null)).statusCode).toBe(404);
    expect((await move(stranger, [shared], null)).statusCode).toBe(404);
    const [theirs = ''] = await createDevices(test, stranger, { count: 1 });
    expect((await move(stranger, [theirs], orgId)).statusCode).toBe(404);
    expect((await move(stranger, [theirs], newId())).statusCode).toBe(404);
    expect((await move(mia, [shared], null, { userId: olga.user._id })).statusCode).toBe(404);
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    await viewAccount(admin, olga);
    // Administrators act in Olga's name and cannot move devices of other accounts to her.
    expect(await outcomes(move(admin, [own, theirs], orgId, { userId: olga.user._id }))).toEqual(['done', 'gone']);
    expect(await ownerOf(theirs)).toEqual({ user_id: stranger.user._id, org_id: null });
  });
});

describe('the plan limit of a move', () => {
  it('moves devices until the limit; devices that already count need no capacity, even after the plan ended', async () => {
    const { olga, mia, orgId } = await createFamilySetup({ devices: 3 });
    const [countedDevice = ''] = await createDevices(test, olga, { count: 1 });
    const walls = await createDevices(test, mia, { count: 4 });
    expect(await forecast(mia, walls, orgId)).toMatchObject({ moving: 2, room: 2, hasEnded: false });
    expect(await outcomes(move(mia, walls, orgId))).toEqual(['done', 'done', 'deviceLimit', 'deviceLimit']);
    await aPlan(test, olga, { devices: 3, endsAt: new Date(0) });
    await aPlan(test, olga, { source: 'given', devices: 3, endsAt: new Date(0) });
    expect(await outcomes(move(olga, [countedDevice], orgId))).toEqual(['done']);
    expect(await forecast(olga, [countedDevice], null)).toMatchObject({ moving: 1, room: null });
    expect(await outcomes(move(mia, walls.slice(2), orgId))).toEqual(['planEnded', 'planEnded']);
  });

  it('is not exceeded by concurrent moves and additions in two processes', async () => {
    const { olga, mia, orgId } = await createFamilySetup({ devices: 10 });
    const walls = await createDevices(test, mia, { count: 40 });
    const by = [test, otherProcess];
    const answers = await Promise.all(
      walls.map(async (wall, index) =>
        by[index % 2]?.app.inject({
          method: 'POST',
          url: '/api/devices/many/move',
          headers: { authorization: mia.token },
          payload: { deviceId: [wall], orgId },
        }),
      ),
    );
    const results = answers.map((answer) => answer?.json<{ result: DeviceOutcome[] }>().result[0]?.outcome);
    expect(results.filter((outcome) => outcome === 'done')).toHaveLength(10);
    expect(results.filter((outcome) => outcome === 'deviceLimit')).toHaveLength(30);
    const held = await test.db.selectFrom('devices').select('id').where('user_id', '=', olga.user._id).execute();
    expect(held).toHaveLength(10);
  });
});

describe('publishes on a device that moves', () => {
  it('stay where a new owner could publish them, and otherwise end as forecast', async () => {
    const { olga, mia, orgId } = await createFamilySetup();
    const screen = await aScreen(test);
    const device = await aDevice(mia, screen, { timeZone: 'UTC' });
    const [miasPlaylist, shared, olgasPlaylist] = [
      await aPlaylistOf(mia, 'Of Mia'),
      await aPlaylistOf(olga, 'Of all', orgId),
      await aPlaylistOf(olga, 'Of Olga'),
    ];
    for (const playlistId of [miasPlaylist, shared]) await publish(mia, playlistId, device._id);
    expect((await forecast(mia, [device._id], orgId)).ends).toEqual([]);
    expect(await outcomes(move(mia, [device._id], orgId))).toEqual(['done']);
    expect(await shows(screen)).toEqual([miasPlaylist, shared].toSorted());
    await publish(olga, olgasPlaylist, device._id);
    expect(await forecast(mia, [device._id], null)).toMatchObject({ moving: 1, ends: [{ name: 'Of Olga', devices: 1 }], more: 0 });
    const messages = await liveMessages.captureDuring(() => move(mia, [device._id], null));
    expect(messages.filter(({ event }) => event === 'sync')).toHaveLength(1);
    expect(await shows(screen)).toEqual([miasPlaylist, shared].toSorted());
  });

  it('by an account that loses the device concurrently end, without deadlocks', async () => {
    const { olga, mia, orgId } = await createFamilySetup();
    const playlistId = await aPlaylistOf(olga, 'Of Olga');
    const walls = await createDevices(test, olga, { count: 6, orgId });
    for (let round = 0; round < 3; round++) {
      const [moved, ...answers] = await Promise.all([
        move(mia, walls, null),
        olga.call('POST', '/publishes', { playlistId, deviceId: walls }),
        olga.call('POST', '/publishes', { playlistId, deviceId: walls.toReversed() }),
        mia.call('POST', '/devices/many/tags', { deviceId: walls.toReversed(), add: [`round ${round}`] }),
      ]);
      expect(moved.statusCode).toBe(200);
      for (const { statusCode, body } of answers) expect([200, 201, 404, 409], body).toContain(statusCode);
      const left = await test.db.selectFrom('publishes').select('id').where('device_id', 'in', walls).execute();
      expect(left).toEqual([]);
      expect(new Set(await outcomes(move(mia, walls, orgId)))).toEqual(new Set(['done']));
    }
  });

  it('by an account that waits for the move are authorized after it', async () => {
    const { olga, mia, orgId } = await createFamilySetup();
    const playlistId = await aPlaylistOf(olga, 'Of Olga');
    const [wall = ''] = await createDevices(test, olga, { count: 1, orgId });
    const answer = await runWhileLocked(test.db, {
      lock: async (tx) => {
        await tx.selectFrom('devices').select('id').where('id', '=', wall).forUpdate().execute();
        await tx.updateTable('devices').set({ user_id: mia.user._id, org_id: null }).where('id', '=', wall).execute();
      },
      act: () => olga.call('POST', '/publishes', { playlistId, deviceId: wall }),
    });
    expect(answer.statusCode).toBe(404);
    expect(await test.db.selectFrom('publishes').select('id').where('device_id', '=', wall).execute()).toEqual([]);
  });

  it('end when the member leaves', async () => {
    const { olga, mia, orgId } = await createFamilySetup();
    const [wall = ''] = await createDevices(test, mia, { count: 1 });
    await publish(mia, await aPlaylistOf(mia, 'Of Mia'), wall);
    await move(mia, [wall], orgId);
    await mia.call('DELETE', `/organizations/${orgId}/members/${mia.user._id}`);
    expect((await olga.call('GET', `/publishes?deviceId=${wall}`)).json()).toMatchObject({ result: [] });
  });
});
