import type { Device, Manifest, WaitingPublish } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aPlaylist, aScreen, type TestPerson } from '../../testing/builders.ts';
import type { TestDeviceScreen } from '../../testing/device-screens.ts';
import { aFamily } from '../../testing/families.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { viewAccount } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';
import {
  anOfflineDevice,
  aPlayablePlaylist,
  connectScreen,
  listDevicePublishes,
  listNotificationTexts,
  listWaiting,
  publishWhenBack,
} from '../../testing/waiting-publishes.ts';

let test: TestApp;
let ana: TestPerson;
let liveMessages: CapturedMessages;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { name: 'Ana', devices: 5 });
  liveMessages = await captureLiveMessages(test);
});
afterAll(async () => {
  await liveMessages.stop();
  await test.close();
});

const MORNING = { startTime: '08:00', endTime: '09:00' };
const code = (response: { json: <T>() => T }) => response.json<{ code?: string }>().code;
const cancel = (person: TestPerson, id: string | undefined) => person.call('DELETE', `/publishes/waiting/${id}`);
const publish = (person: TestPerson, playlistId: string, deviceId: string) => person.call('POST', '/publishes', { playlistId, deviceId });
const listPublished = async (deviceId: string, person = ana) =>
  (await listDevicePublishes(person, deviceId)).map(({ playlistId }) => playlistId._id).toSorted();
const listManifestPlaylists = async ({ authorization }: TestDeviceScreen) =>
  (await test.app.inject({ method: 'GET', url: '/api/screens/manifest', headers: { authorization } }))
    .json<{ result: Manifest }>()
    .result.publishes.map(({ playlistId }) => playlistId);

describe('a publish that waits for a screen', () => {
  it('is carried out with its schedule when the screen connects, and waits no longer', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    const answer = await publishWhenBack(ana, playlist, [device.deviceId], { schedule: MORNING });
    expect(answer.statusCode).toBe(201);
    expect(answer.json<{ result: WaitingPublish[] }>().result).toMatchObject([
      {
        playlist: { _id: playlist, name: 'Evenings' },
        device: { _id: device.deviceId, name: 'Wall' },
        schedule: MORNING,
        requestedBy: { _id: ana.user._id, name: 'Ana' },
        abilities: { cancel: true },
      },
    ]);
    await test.runJobs();
    expect(await listPublished(device.deviceId)).toEqual([]);
    await connectScreen(test, device);
    expect(await listDevicePublishes(ana, device.deviceId)).toMatchObject([{ playlistId: { _id: playlist }, schedule: MORNING }]);
    expect(await listManifestPlaylists(device)).toEqual([playlist]);
    expect(await listWaiting(ana, device.deviceId)).toEqual([]);
  });

  it('is carried out with its windows and priority', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    const planned = { windows: [{ ...MORNING, repeat: 'Monthly', on: { day: -1 } }], priority: 7 };
    const answer = await publishWhenBack(ana, playlist, [device.deviceId], planned);
    expect(answer.json<{ result: WaitingPublish[] }>().result).toMatchObject([planned]);
    await connectScreen(test, device);
    expect(await listDevicePublishes(ana, device.deviceId)).toMatchObject([planned]);
  });

  it('gets the schedule and the time of a second request', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    const [first] = await listWaiting(ana, device.deviceId);
    await publishWhenBack(ana, playlist, [device.deviceId], { schedule: MORNING });
    const waiting = await listWaiting(ana, device.deviceId);
    expect(waiting).toMatchObject([{ _id: first?._id, schedule: MORNING }]);
    expect(Date.parse(waiting[0]?.requestedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.requestedAt ?? ''));
  });

  it('is listed for its playlist', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    const found = await ana.call('GET', `/publishes/waiting?playlistId=${playlist}`);
    expect(found.json()).toMatchObject({ result: [{ device: { _id: device.deviceId } }] });
    expect(code(await ana.call('GET', '/publishes/waiting'))).toBe('INVALID');
  });

  it('is carried out at once when the device is online', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await connectScreen(test, device);
    await publishWhenBack(ana, playlist, [device.deviceId]);
    await test.runJobs();
    expect(await listPublished(device.deviceId)).toEqual([playlist]);
    expect(await listWaiting(ana, device.deviceId)).toEqual([]);
  });

  it('shows the playlist of the newest request when several wait', async () => {
    const device = await anOfflineDevice(test, ana);
    const [first, second] = [await aPlayablePlaylist(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, second, [device.deviceId]);
    await publishWhenBack(ana, first, [device.deviceId]);
    test.clock.offsetMs += 1000;
    await publishWhenBack(ana, second, [device.deviceId]);
    await connectScreen(test, device);
    const publishes = await listDevicePublishes(ana, device.deviceId);
    expect(publishes.find(({ status }) => status === 'active')?.playlistId._id).toBe(second);
    expect(publishes).toHaveLength(2);
  });

  it('is cancelled, replaced by a publish and removed with one', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    const [waiting] = await listWaiting(ana, device.deviceId);
    expect((await cancel(ana, waiting?._id)).statusCode).toBe(200);
    expect((await cancel(ana, waiting?._id)).statusCode).toBe(404);
    await publishWhenBack(ana, playlist, [device.deviceId], { schedule: MORNING });
    await publish(ana, playlist, device.deviceId);
    expect(await listWaiting(ana, device.deviceId)).toEqual([]);
    await publishWhenBack(ana, playlist, [device.deviceId]);
    const remove = () => ana.call('DELETE', `/publishes/playlist/delete?deviceId=${device.deviceId}&playlistId=${playlist}`);
    expect((await remove()).statusCode).toBe(200);
    expect(await listWaiting(ana, device.deviceId)).toEqual([]);
    expect((await remove()).statusCode).toBe(404);
    await connectScreen(test, device);
    expect(await listPublished(device.deviceId)).toEqual([]);
  });

  it('ends when the playlist is removed from many devices', async () => {
    const devices = [await anOfflineDevice(test, ana), await anOfflineDevice(test, ana)];
    const [ids, playlist] = [devices.map(({ deviceId }) => deviceId), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, ids);
    const remove = () => ana.call('POST', '/publishes/many/delete', { playlistId: playlist, deviceId: ids });
    const messages = await liveMessages.captureDuring(remove);
    for (const deviceId of ids) {
      expect(messages).toContainEqual(expect.objectContaining({ event: 'publishUpdate', payload: { deviceId } }));
      expect(await listWaiting(ana, deviceId)).toEqual([]);
    }
  });

  it('is carried out when the device gets a new screen that is online', async () => {
    const [device, other, playlist] = [await anOfflineDevice(test, ana), await aScreen(test), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    const { id } = await test.db.selectFrom('screens').select('id').where('device_code', '=', other.deviceId).executeTakeFirstOrThrow();
    await test.modules.screenSockets.connected(id, '127.0.0.1');
    const { result } = (await ana.call('GET', `/devices/${device.deviceId}`)).json<{ result: Device }>();
    const codes = { deviceId: other.deviceId, replacedDeviceId: result.deviceId };
    expect((await ana.call('PUT', `/devices/${device.deviceId}/screen`, codes)).statusCode).toBe(200);
    await test.runJobs();
    expect(await listPublished(device.deviceId)).toEqual([playlist]);
    expect(await listWaiting(ana, device.deviceId)).toEqual([]);
  });

  it('is announced to the people who see the device', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    const update = { event: 'publishUpdate', payload: { deviceId: device.deviceId } };
    expect(await liveMessages.captureDuring(() => publishWhenBack(ana, playlist, [device.deviceId]))).toMatchObject([update]);
    const [waiting] = await listWaiting(ana, device.deviceId);
    expect(await liveMessages.captureDuring(() => cancel(ana, waiting?._id))).toMatchObject([update]);
    await publishWhenBack(ana, playlist, [device.deviceId]);
    expect(await liveMessages.captureDuring(() => connectScreen(test, device))).toContainEqual(expect.objectContaining(update));
  });

  it('is refused for an empty playlist, and for a playlist or a device of another account', async () => {
    const ben = await aPerson(test);
    const [device, playlist, empty] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana), await aPlaylist(ana)];
    expect(code(await publishWhenBack(ana, empty._id, [device.deviceId]))).toBe('PLAYLIST_EMPTY');
    expect(code(await publishWhenBack(ben, await aPlayablePlaylist(test, ben), [device.deviceId]))).toBe('NOT_FOUND');
    expect(code(await publishWhenBack(ben, playlist, [(await anOfflineDevice(test, ben)).deviceId]))).toBe('NOT_FOUND');
    expect(await listWaiting(ana, device.deviceId)).toEqual([]);
  });

  it('belongs to the account that staff are viewing', async () => {
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await viewAccount(admin, ana);
    expect((await publishWhenBack(admin, playlist, [device.deviceId])).statusCode).toBe(201);
    expect(await listWaiting(ana, device.deviceId)).toMatchObject([{ requestedBy: { _id: ana.user._id } }]);
    await connectScreen(test, device);
    expect(await listPublished(device.deviceId)).toEqual([playlist]);
  });
});

describe('a waiting publish that is no longer allowed', () => {
  const DROPPED = '“Evenings” won’t be published to “Wall” because';

  it('is dropped when the playlist has nothing to show', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    await test.db.deleteFrom('playlist_albums').where('playlist_id', '=', playlist).execute();
    await connectScreen(test, device);
    expect(await listPublished(device.deviceId)).toEqual([]);
    expect(await listWaiting(ana, device.deviceId)).toEqual([]);
    expect((await listNotificationTexts(ana))[0]).toBe(`${DROPPED} the playlist has nothing to show.`);
  });

  it('is dropped when the account was deactivated, while the publishes of other accounts are carried out', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, olga, [mia]);
    const device = await anOfflineDevice(test, olga, orgId);
    const [hers, others] = [await aPlayablePlaylist(test, mia), await aPlayablePlaylist(test, olga)];
    await publishWhenBack(mia, hers, [device.deviceId]);
    await publishWhenBack(olga, others, [device.deviceId]);
    await test.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', mia.user._id).execute();
    await connectScreen(test, device);
    expect(await listPublished(device.deviceId, olga)).toEqual([others]);
    const { body } = await test.db.selectFrom('notifications').select('body').where('user_id', '=', mia.user._id).executeTakeFirstOrThrow();
    expect(body).toBe(`${DROPPED} your account was deactivated.`);
  });

  it('is dropped on the screen’s return when the rights were lost without an event', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    const ben = await aPerson(test);
    await publishWhenBack(ana, playlist, [device.deviceId]);
    await test.db.updateTable('devices').set({ user_id: ben.user._id }).where('id', '=', device.deviceId).execute();
    await connectScreen(test, device);
    expect(await listPublished(device.deviceId, ben)).toEqual([]);
    expect((await listNotificationTexts(ana))[0]).toBe(`${DROPPED} you no longer have access to the playlist or the screen.`);
  });

  it('is dropped when its playlist is deleted, and does not return with the playlist', async () => {
    const [first, second] = [await anOfflineDevice(test, ana), await anOfflineDevice(test, ana)];
    const playlist = await aPlayablePlaylist(test, ana);
    await publishWhenBack(ana, playlist, [first.deviceId, second.deviceId]);
    await ana.call('DELETE', `/playlists/${playlist}`);
    expect((await listNotificationTexts(ana))[0]).toBe('“Evenings” won’t be published to 2 screens because the playlist was deleted.');
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { playlistIdArr: [playlist] });
    await connectScreen(test, first);
    expect(await listPublished(first.deviceId)).toEqual([]);
  });

  it('is dropped when the device moves to another account', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, olga, [mia]);
    const device = await anOfflineDevice(test, olga, orgId);
    const [hers, others] = [await aPlayablePlaylist(test, mia), await aPlayablePlaylist(test, olga)];
    await publishWhenBack(mia, hers, [device.deviceId]);
    await publishWhenBack(olga, others, [device.deviceId]);
    await olga.call('POST', '/devices/many/move', { deviceId: [device.deviceId], orgId: null });
    expect(await listWaiting(olga, device.deviceId)).toMatchObject([{ playlist: { _id: others } }]);
    expect((await listNotificationTexts(mia))[0]).toMatch(DROPPED);
    expect((await listNotificationTexts(olga)).join()).not.toMatch(DROPPED);
  });

  it('is dropped when a member leaves the family', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, olga, [mia]);
    const [shared, own] = [await anOfflineDevice(test, olga, orgId), await anOfflineDevice(test, mia)];
    const playlist = await aPlayablePlaylist(test, mia);
    await publishWhenBack(mia, playlist, [shared.deviceId, own.deviceId]);
    await olga.call('DELETE', `/organizations/${orgId}/members/${mia.user._id}`);
    expect(await listWaiting(olga, shared.deviceId)).toEqual([]);
    expect(await listWaiting(mia, own.deviceId)).toHaveLength(1);
    expect((await listNotificationTexts(mia)).join('\n')).toContain(DROPPED);
  });

  it('is dropped with all others of members when the family is dissolved', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, olga, [mia]);
    const device = await anOfflineDevice(test, olga, orgId);
    const [hers, others] = [await aPlayablePlaylist(test, mia), await aPlayablePlaylist(test, olga)];
    await publishWhenBack(mia, hers, [device.deviceId]);
    await publishWhenBack(olga, others, [device.deviceId]);
    expect((await olga.call('DELETE', `/organizations/${orgId}`)).statusCode).toBe(200);
    expect(await listWaiting(olga, device.deviceId)).toMatchObject([{ playlist: { _id: others } }]);
  });

  it('is deleted with its device and with the account that asked for it', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, olga, [mia]);
    const [shared, own] = [await anOfflineDevice(test, olga, orgId), await anOfflineDevice(test, olga)];
    await publishWhenBack(mia, await aPlayablePlaylist(test, mia), [shared.deviceId]);
    await publishWhenBack(olga, await aPlayablePlaylist(test, olga), [own.deviceId]);
    expect((await mia.call('DELETE', `/users/${mia.user._id}`, { password: mia.password })).statusCode).toBe(200);
    expect((await olga.call('DELETE', `/devices/${own.deviceId}`)).statusCode).toBe(200);
    expect(await listWaiting(olga, shared.deviceId)).toEqual([]);
    const left = test.db.selectFrom('waiting_publishes').select('id').where('device_id', 'in', [shared.deviceId, own.deviceId]);
    expect(await left.execute()).toEqual([]);
  });
});
