import type { Device, DeviceCommand, DeviceCommandName } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aDevice, aPerson, aScreen, type TestPerson, type TestScreen } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let screen: TestScreen;
let device: Device;
let screenId: string;

beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.offsetMs = 0;
  screen = await aScreen(test);
  device = await aDevice(ana, screen);
  screenId = await idOf(screen);
  await test.modules.screenSockets.connected(screenId, '192.0.2.7');
});

const idOf = async ({ deviceId, secret }: TestScreen) => (await test.modules.resolveScreen(deviceId, secret))?.screenId ?? '';
const send = (action: string, who = ana) => who.call('PUT', `/devices/actions/${device._id}`, { action });
/** Sends a command that reaches the screen's socket. */
const sent = async (action: DeviceCommandName) => {
  const command = (await send(action)).json<{ result: DeviceCommand }>().result;
  test.modules.screenSockets.commanded(screenId, { id: command._id });
  return command;
};
const read = async () => (await ana.call('GET', `/devices/${device._id}`)).json<{ result: Device }>().result;
const receipt = (id: string, state: string, reason?: string, from = screenId) =>
  test.modules.screenSockets.receipt(from, { id, state, reason });

describe('device commands', () => {
  it('are reported from sent to done', async () => {
    const { _id, state } = await sent('pause');
    expect(state).toBe('sent');
    await receipt(_id, 'delivered');
    expect((await read()).action).toMatchObject({ _id, action: 'pause', state: 'delivered' });
    await receipt(_id, 'done');
    expect(await read()).toMatchObject({ ip: '192.0.2.7', action: { _id, state: 'done', reason: null } });
    // The state is final.
    await receipt(_id, 'failed', 'too late');
    expect((await read()).action).toMatchObject({ state: 'done' });
  });

  it('are reported as failed with the reason', async () => {
    const { _id } = await sent('reboot');
    await receipt(_id, 'failed', 'This screen runs in a browser that doesn’t support this action.');
    expect((await read()).action).toMatchObject({
      state: 'failed',
      reason: 'This screen runs in a browser that doesn’t support this action.',
    });
  });

  it('are sent one at a time, until the previous one is done or has expired', async () => {
    const { _id } = await sent('next');
    expect((await send('next')).json()).toMatchObject({ code: 'DEVICE_BUSY' });
    test.clock.offsetMs = 16_000;
    expect((await read()).action).toMatchObject({ _id, state: 'expired' });
    const { _id: second } = await sent('previous');
    expect(second).not.toBe(_id);
  });

  it('are sent once for two concurrent requests', async () => {
    const answers = await Promise.all([send('play'), send('pause')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('are refused for an offline screen, an unknown command and another account', async () => {
    await test.modules.screenSockets.disconnected(screenId);
    expect((await send('play')).json()).toMatchObject({ code: 'DEVICE_OFFLINE', message: 'This screen is offline.' });
    expect((await send('dance')).statusCode).toBe(422);
    expect((await send('play', await aPerson(test))).statusCode).toBe(404);
  });

  it('accept receipts from the commanded screen only', async () => {
    const { _id } = await sent('mute');
    await receipt(_id, 'done', undefined, await idOf(await aScreen(test)));
    await test.modules.screenSockets.receipt(screenId, { id: _id, state: 'sent' });
    await test.modules.screenSockets.receipt(screenId, 'nonsense');
    expect((await read()).action).toMatchObject({ state: 'sent' });
  });

  it('are kept up to the newest twenty', async () => {
    for (let count = 0; count < 23; count++) await receipt((await sent('next'))._id, 'done');
    const rows = await test.db.selectFrom('device_commands').select('id').where('device_id', '=', device._id).execute();
    expect(rows).toHaveLength(20);
  });
});

describe('a factory reset', () => {
  it('gives the screen a new id without a device; the registry keeps the old one', async () => {
    const register = (body: object) =>
      test.app.inject({ method: 'POST', url: '/api/register/device', payload: body }).then((response) => response.json());
    const { result } = await register({ deviceId: screen.deviceId, secret: screen.secret, reset: true });
    expect(result.deviceId).not.toBe(screen.deviceId);
    expect((await ana.call('GET', `/devices/${device._id}`)).statusCode).toBe(404);
    const row = await test.db.selectFrom('screens').select(['last_code', 'device_code']).where('id', '=', screenId).executeTakeFirst();
    expect(row).toEqual({ last_code: screen.deviceId, device_code: result.deviceId });
    expect((await screen.get('/screens/manifest')).statusCode).toBe(401);
  });

  it('does not give another account’s screen away by its id alone', async () => {
    const answerOf = await test.app.inject({
      method: 'POST',
      url: '/api/register/device',
      payload: { deviceId: screen.deviceId, secret: 'guessed', reset: true },
    });
    expect(answerOf.json<{ result: { deviceId: string } }>().result.deviceId).not.toBe(screen.deviceId);
    expect((await read()).deviceId).toBe(screen.deviceId);
    expect((await screen.get('/screens/manifest')).statusCode).toBe(200);
  });
});
