import type { Device } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, aPerson, aScreen, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
  ben = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());

const register = (payload: object) => test.app.inject({ method: 'POST', url: '/api/register/device', payload });

describe('a screen', () => {
  it('gets an id of a capital letter and five digits, and keeps it with its secret', async () => {
    const screen = await aScreen(test);
    expect(screen.deviceId).toMatch(/^[A-Z]\d{5}$/);
    const again = await register({ deviceId: screen.deviceId, secret: screen.secret });
    expect(again.json()).toMatchObject({ result: { deviceId: screen.deviceId, secret: screen.secret } });
  });

  it('gets a new id when it sends the id of another screen', async () => {
    const screen = await aScreen(test);
    const thief = await register({ deviceId: screen.deviceId, secret: 'guessed' });
    expect(thief.json<{ result: { deviceId: string } }>().result.deviceId).not.toBe(screen.deviceId);
  });

  it('sends the serial number of its machine once, and may omit it later', async () => {
    const { result } = (await register({ serialNumber: ' SN-2204 ', versionCode: '1' })).json<{
      result: { deviceId: string; secret: string };
    }>();
    const readScreen = () =>
      test.db.selectFrom('screens').select(['serial_number', 'version_code']).where('device_code', '=', result.deviceId).executeTakeFirst();
    expect(await readScreen()).toEqual({ serial_number: 'SN-2204', version_code: '1' });
    await register({ ...result, versionCode: '2' });
    expect(await readScreen()).toEqual({ serial_number: 'SN-2204', version_code: '2' });
    await register({ ...result, serialNumber: 'SN-2205' });
    expect(await readScreen()).toMatchObject({ serial_number: 'SN-2205' });
    expect((await register({ serialNumber: 'x'.repeat(65) })).json()).toMatchObject({ code: 'INVALID' });
  });

  it('cannot be opened with its id alone', async () => {
    const screen = await aScreen(test);
    for (const authorization of ['', `Screen ${screen.deviceId}`, `Screen ${screen.deviceId}:wrong`, 'Screen A00000:x', ana.token]) {
      const answer = await test.app.inject({ method: 'GET', url: '/api/screens/manifest', headers: { authorization } });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'SCREEN_UNKNOWN' });
    }
  });

  it('has an empty manifest until it is added to an account', async () => {
    const screen = await aScreen(test);
    expect((await screen.get('/screens/manifest')).json()).toEqual({
      error: false,
      result: { revision: 0, device: null, publishes: [], files: [] },
    });
  });
});

describe('a device', () => {
  it('is added by the screen’s id, ignoring case', async () => {
    const screen = await aScreen(test);
    const answer = await ana.call('POST', '/devices', {
      name: 'Hall',
      deviceId: ` ${screen.deviceId.toLowerCase()}`,
      timeZone: 'Europe/Lisbon',
    });
    expect(answer.json()).toMatchObject({ result: { name: 'Hall', deviceId: screen.deviceId, status: 0, showInfo: 0, revision: 1 } });
    expect((await screen.get('/screens/manifest')).json()).toMatchObject({
      result: { revision: 1, device: { name: 'Hall', timeZone: 'Europe/Lisbon' } },
    });
  });

  it('shows photos in the fit that its owner chose, which is part of the next manifest', async () => {
    const screen = await aScreen(test);
    const device = await aDevice(ana, screen);
    const settings = (body: object, person = ana) => person.call('PUT', `/devices/settings/${device._id}`, body);
    const onScreen = async () => (await screen.get('/screens/manifest')).json<{ result: { revision: number; device: object } }>().result;
    expect(device).toMatchObject({ fit: 'backdrop', rotation: null, volume: 100 });
    const before = await onScreen();
    expect(before.device).toMatchObject({ fit: 'backdrop', rotation: null, volume: 100 });
    expect((await settings({ fit: 'fill', rotation: 90 })).json()).toMatchObject({ result: { fit: 'fill', rotation: 90, volume: 100 } });
    expect((await settings({ volume: 40 })).json()).toMatchObject({ result: { fit: 'fill', rotation: 90, volume: 40 } });
    const after = await onScreen();
    expect(after).toMatchObject({ revision: before.revision + 2, device: { fit: 'fill', rotation: 90, volume: 40 } });
    expect((await settings({ rotation: null })).json()).toMatchObject({ result: { rotation: null } });
    for (const fault of [{ fit: 'stretch' }, { rotation: 45 }, { volume: 101 }, { volume: 1.5 }, { zoom: 2 }]) {
      expect((await settings(fault)).json(), JSON.stringify(fault)).toMatchObject({ code: 'INVALID' });
    }
    expect((await settings({ fit: 'fit' }, ben)).statusCode).toBe(404);
  });

  it('cannot be added with an unknown or assigned id', async () => {
    const screen = await aScreen(test);
    await aDevice(ana, screen);
    const taken = await ben.call('POST', '/devices', { name: 'Mine now', deviceId: screen.deviceId, timeZone: 'UTC' });
    expect(taken.json()).toMatchObject({ code: 'DEVICE_TAKEN' });
    const unknown = await ben.call('POST', '/devices', { name: 'Nowhere', deviceId: 'Q99999', timeZone: 'UTC' });
    expect(unknown.json()).toMatchObject({ code: 'DEVICE_UNKNOWN' });
  });

  it('is added by one of two concurrent requests', async () => {
    const screen = await aScreen(test);
    const body = { name: 'Race', deviceId: screen.deviceId, timeZone: 'UTC' };
    const answers = await Promise.all([ana.call('POST', '/devices', body), ben.call('POST', '/devices', body)]);
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it.each([
    [{ deviceId: '' }, 'Device id is required'],
    [{ deviceId: 'AB1234' }, 'First letter capital followed by number!'],
    [{ deviceId: 'A123456' }, 'First letter capital followed by number!'],
    [{ timeZone: '' }, 'Please select timezone'],
    [{ timeZone: 'Middle/Earth' }, 'Please select timezone'],
    [{ name: 'x' }, 'Too Short!'],
    [{ name: 'x'.repeat(31) }, 'Should not exceed 30 characters'],
  ])('refuses %o', async (fault, message) => {
    const body = { name: 'Kitchen', deviceId: 'A12345', timeZone: 'UTC', ...fault };
    expect((await ana.call('POST', '/devices', body)).json()).toMatchObject({ code: 'INVALID', message });
  });

  it('is online while its screen is connected, and offline when the process of its connection dies', async () => {
    const screen = await aScreen(test);
    const device = await aDevice(ana, screen);
    const status = async () => (await ana.call('GET', `/devices/${device._id}`)).json<{ result: Device }>().result.status;
    const actor = await test.modules.resolveScreen(screen.deviceId, screen.secret);
    await test.modules.screenSockets.connected(actor?.screenId ?? '', '192.0.2.7');
    expect(await status()).toBe(1);
    const online = (await ana.call('GET', `/devices/users/${ana.user._id}?status=online`)).json<{ result: { devices: Device[] } }>();
    expect(online.result.devices.map((entry) => entry._id)).toEqual([device._id]);
    // The test's process sends no heartbeats, so a sweep considers it dead.
    await test.runWorkerTasks('devices.dead');
    expect(await status()).toBe(0);
  });

  it('releases its screen when it is deleted', async () => {
    const screen = await aScreen(test);
    const device = await aDevice(ana, screen);
    expect((await ben.call('DELETE', `/devices/${device._id}`)).statusCode).toBe(404);
    expect((await ana.call('DELETE', `/devices/${device._id}`)).statusCode).toBe(200);
    expect((await screen.get('/screens/manifest')).json()).toMatchObject({ result: { revision: 2, device: null } });
    expect((await aDevice(ben, screen)).deviceId).toBe(screen.deviceId);
  });
});
