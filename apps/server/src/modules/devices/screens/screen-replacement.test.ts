/** Replacing the screen of a device: the effects on both screens and the device, and refusals. `replaced-screens-live.test.ts` tests the live links. */
import { type Device, type Manifest, type ScreenReport, screenReport } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { aFamily } from '../../../testing/families.ts';
import { runWhileLocked } from '../../../testing/run-while-locked.ts';
import { openTestApp } from '../../../testing/shared-test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
let device: Device;
let before: TestScreen;
let after: TestScreen;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
  ben = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());
beforeEach(async () => {
  await sql`truncate attempt_counts`.execute(test.db);
  [before, after] = [await aScreen(test), await aScreen(test)];
  device = await aDevice(ana, before);
});

interface ReplaceOptions {
  person?: TestPerson;
  id?: string;
  with?: string;
  replaced?: string;
}
const replace = ({ person = ana, id = device._id, with: deviceId = after.deviceId, replaced = before.deviceId }: ReplaceOptions = {}) =>
  person.call('PUT', `/devices/${id}/screen`, { deviceId, replacedDeviceId: replaced });
const read = async (id = device._id) => (await ana.call('GET', `/devices/${id}`)).json<{ result: Device }>().result;
const readManifest = async (screen: TestScreen) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
const findScreen = ({ deviceId }: TestScreen) =>
  test.db.selectFrom('screens').selectAll().where('device_code', '=', deviceId).executeTakeFirst();
const screenIdOf = async (screen: TestScreen) => (await findScreen(screen))?.id ?? '';
const connect = async (screen: TestScreen) => test.modules.screenSockets.connected(await screenIdOf(screen), '192.0.2.7');
const codes = (answers: Awaited<ReturnType<typeof replace>>[]) => new Set(answers.map((answer) => answer.json<{ code?: string }>().code));

/** Publishes a playlist with one photo to the device, on a schedule. */
async function publishToDevice(): Promise<string> {
  const album = await anAlbum(ana);
  await aStoredPhoto(test, ana, album._id);
  const { _id } = await aPlaylist(ana, { albumIds: [album._id] });
  const published = await ana.call('POST', '/publishes', { playlistId: _id, deviceId: device._id });
  const publishId = published.json<{ result: { _id: string }[] }>().result[0]?._id ?? '';
  await ana.call('PUT', `/publishes/schedule/${publishId}`, { schedule: { startTime: '08:00', endTime: '10:00' } });
  return _id;
}
const readPublishes = () => test.db.selectFrom('publishes').selectAll().where('device_id', '=', device._id).execute();

describe('a device whose screen is replaced', () => {
  it('keeps its id, name, tags, settings and publishes, which the new screen plays', async () => {
    const playlistId = await publishToDevice();
    await ana.call('POST', '/devices/many/tags', { deviceId: [device._id], add: ['Lobby'] });
    await ana.call('PUT', `/devices/settings/${device._id}`, { fit: 'fill', rotation: 90, volume: 40 });
    const [publishes, known] = [await readPublishes(), await read()];
    const answer = await replace();
    expect(answer.json()).toMatchObject({ message: 'Screen replaced.', result: { _id: device._id, deviceId: after.deviceId } });
    const { _id, name, tags, fit, rotation, volume, createdAt, timeZone } = known;
    expect(await read()).toMatchObject({ _id, name, tags, fit, rotation, volume, createdAt, timeZone, deviceId: after.deviceId });
    expect(await readPublishes()).toEqual(publishes);
    expect(await readManifest(after)).toMatchObject({ revision: 1, device: { id: device._id, volume: 40 }, publishes: [{ playlistId }] });
  });

  it('shows the state of the new screen', async () => {
    await connect(after);
    expect((await replace()).json()).toMatchObject({ result: { status: 1, screen: null, ip: '192.0.2.7' } });
  });

  it('keeps its environment, and the new screen no longer counts against its network', async () => {
    await test.db.updateTable('screens').set({ environment: 'dev' }).where('device_code', '=', before.deviceId).execute();
    await replace();
    expect(await findScreen(after)).toMatchObject({ environment: 'dev', registered_from: null, listed_id: device._id });
  });

  it('fails the commands for which the old screen was waiting, and takes new ones', async () => {
    await connect(before);
    await connect(after);
    const pending = (await ana.call('PUT', `/devices/actions/${device._id}`, { action: 'pause' })).json<{ result: { _id: string } }>()
      .result;
    const oldScreenId = await screenIdOf(before);
    test.modules.screenSockets.commanded(oldScreenId, { id: pending._id });
    await replace();
    expect((await read()).action).toMatchObject({ _id: pending._id, state: 'failed', reason: 'The screen was replaced.' });
    await test.modules.screenSockets.receipt(oldScreenId, { id: pending._id, state: 'done' });
    expect((await read()).action).toMatchObject({ state: 'failed' });
    expect((await ana.call('PUT', `/devices/actions/${device._id}`, { action: 'play' })).statusCode).toBe(200);
  });

  it('can be replaced again, also by the machine that it had before', async () => {
    await replace();
    const registered = await test.app.inject({
      method: 'POST',
      url: '/api/register/device',
      payload: { deviceId: before.deviceId, secret: before.secret },
    });
    const { deviceId: newCode } = registered.json<{ result: { deviceId: string } }>().result;
    expect(newCode).not.toBe(before.deviceId);
    expect((await replace({ with: newCode, replaced: after.deviceId })).json()).toMatchObject({ result: { deviceId: newCode } });
  });
});

describe('the old screen', () => {
  it('is removed with its credentials', async () => {
    await publishToDevice();
    const file = (await readManifest(before)).files[0]?.sha256 ?? '';
    expect((await before.get(`/screens/files/${file}`)).statusCode).toBe(200);
    await replace();
    for (const url of ['/screens/manifest', `/screens/files/${file}`])
      expect((await before.get(url)).json()).toMatchObject({ code: 'SCREEN_UNKNOWN' });
    expect(await findScreen(before)).toBeUndefined();
    expect(await test.modules.screenSockets.authenticate(before.deviceId, before.secret)).toBeUndefined();
  });

  it('reports late without any effect', async () => {
    await connect(before);
    const screenId = await screenIdOf(before);
    await replace();
    const report: ScreenReport = screenReport.parse({
      revision: 9,
      downloaded: 1,
      total: 1,
      publishId: null,
      itemId: 'late',
      mediaId: null,
      failed: [],
    });
    await test.modules.screenSockets.report({ screenId }, report);
    await test.modules.screenSockets.disconnected(screenId);
    expect(await read()).toMatchObject({ deviceId: after.deviceId, screen: null, status: 0 });
    const plays = await test.app.inject({
      method: 'POST',
      url: '/api/screens/plays',
      headers: { authorization: `Screen ${before.deviceId}:${before.secret}` },
      payload: { plays: [] },
    });
    expect(plays.json()).toMatchObject({ code: 'SCREEN_UNKNOWN' });
  });
});

describe('a replacement is refused', () => {
  it('when the new id is unknown, invalid, or a device of any account', async () => {
    const other = await aScreen(test);
    await aDevice(ben, other);
    const own = await aScreen(test);
    await aDevice(ana, own);
    expect((await replace({ with: 'Q99999' })).json()).toMatchObject({ code: 'DEVICE_UNKNOWN' });
    expect((await replace({ with: '12' })).json()).toMatchObject({ code: 'INVALID' });
    for (const taken of [other, own, before])
      expect((await replace({ with: taken.deviceId })).json()).toMatchObject({ code: 'DEVICE_TAKEN' });
    expect(await read()).toMatchObject({ deviceId: before.deviceId });
    expect((await before.get('/screens/manifest')).statusCode).toBe(200);
  });

  it('for devices of other accounts, and is possible for members of the family', async () => {
    expect((await replace({ person: ben })).json()).toMatchObject({ code: 'NOT_FOUND' });
    const [olga, mia] = [await aPerson(test, { devices: 10 }), await aPerson(test, { devices: 10 })];
    const { orgId } = await aFamily(test, olga, [mia]);
    const screen = await aScreen(test);
    const added = await olga.call('POST', '/devices', { name: 'Hall', deviceId: screen.deviceId, timeZone: 'UTC', orgId });
    const { _id: id } = added.json<{ result: Device }>().result;
    expect((await replace({ person: mia, id, replaced: screen.deviceId })).statusCode).toBe(200);
  });

  it('when the device has another screen by now', async () => {
    const third = await aScreen(test);
    expect((await replace({ replaced: third.deviceId })).json()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    await replace();
    expect((await replace({ with: third.deviceId })).json()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(await read()).toMatchObject({ deviceId: after.deviceId });
  });

  it('after ten wrong ids a minute, counted together with ids of devices to add', async () => {
    for (let index = 0; index < 5; index++) await replace({ with: `Q0000${index}` });
    for (let index = 5; index < 10; index++)
      await ana.call('POST', '/devices', { name: 'Hall', deviceId: `Q0000${index}`, timeZone: 'UTC' });
    expect((await replace()).json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('concurrent replacements', () => {
  it('of one device replace its screen once', async () => {
    const third = await aScreen(test);
    const answers = await Promise.all([replace(), replace({ with: third.deviceId })]);
    expect(codes(answers)).toEqual(new Set(['CHANGED_MEANWHILE', undefined]));
  });

  it('with one new screen give it to one device', async () => {
    const other = await aScreen(test);
    const { _id } = await aDevice(ben, other);
    const answers = await Promise.all([replace(), replace({ person: ben, id: _id, replaced: other.deviceId })]);
    expect(codes(answers)).toEqual(new Set(['DEVICE_TAKEN', undefined]));
  });

  it('with a screen that is added as a device use it once', async () => {
    const answers = await Promise.all([
      replace(),
      ben.call('POST', '/devices', { name: 'Hall', deviceId: after.deviceId, timeZone: 'UTC' }),
    ]);
    expect(codes(answers)).toEqual(new Set(['DEVICE_TAKEN', undefined]));
  });

  it('that are interrupted leave everything as it was', async () => {
    const screenId = await screenIdOf(after);
    const answer = await runWhileLocked(test.db, {
      lock: (tx) => sql`select from screens where id = ${screenId} for update`.execute(tx),
      act: () => replace(),
      duringWait: (tx) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          tx,
        ),
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(500);
    expect(await read()).toMatchObject({ deviceId: before.deviceId });
    expect((await readManifest(before)).device).toMatchObject({ id: device._id });
    expect((await readManifest(after)).device).toBeNull();
  });
});
