/** Versions of the screen app, and the command to load one. */
import type { Device, DeviceCommand } from '@vitrine/contract';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Nudge } from '../../platform/live/live.ts';
import { type LiveListener, startLiveListener } from '../../platform/live/live-listener.ts';
import { aDevice, aPerson, aScreen, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let device: Device;
let screenId: string;
let listener: LiveListener;
const received: Nudge[] = [];
const NEW = { url: 'https://vitrine.test/screen/2', version: '2.0', versionCode: '20' };

beforeAll(async () => {
  test = await openTestApp();
  listener = await startLiveListener({
    url: test.databaseUrl,
    onMessage: (message) => 'rooms' in message && received.push(message),
    onResumed: () => undefined,
    log: pino({ level: 'silent' }),
  });
  ana = await aPerson(test);
  const screen = await aScreen(test);
  device = await aDevice(ana, screen);
  screenId = (await test.modules.resolveScreen(screen.deviceId, screen.secret))?.screenId ?? '';
  const older = { url: 'https://vitrine.test/screen/1', version: '1.0', version_code: '10', created_at: new Date(0) };
  const newer = { url: NEW.url, version: NEW.version, version_code: NEW.versionCode };
  for (const version of [older, newer])
    await test.db
      .insertInto('versions')
      .values({ id: newId(), ...version })
      .execute();
});
afterAll(async () => {
  await listener.stop();
  await test.close();
});

const update = (body: object, id = device._id) => ana.call('PUT', `/devices/version/update/${id}`, body);
const completions = () =>
  received.filter(({ payload }) => (payload as { type?: string }).type === 'VERSION_UPDATE_COMPLETE').flatMap(({ rooms }) => rooms);

describe('versions', () => {
  it('are listed with the newest first', async () => {
    const { result } = (await ana.call('GET', '/versions')).json<{ result: { versionCode: string }[] }>();
    expect(result.map(({ versionCode }) => versionCode)).toEqual(['20', '10']);
    expect(result[0]).toMatchObject(NEW);
  });

  it.each([
    ['a version that is not listed', { ...NEW, version: '3.0' }, 404],
    ['no version', { url: NEW.url, versionCode: '20' }, 422],
    ['an empty url', { ...NEW, url: ' ' }, 422],
  ])('are not loaded for %s', async (_what, body, status) => {
    const answer = await update(body);
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { message: 'Device id or version data not found' }]);
  });

  it('are loaded only by an existing, online device of the caller', async () => {
    expect((await update(NEW, 'no-device')).json()).toMatchObject({ message: 'Device id or version data not found' });
    expect((await update(NEW, newId())).statusCode).toBe(404);
    expect((await update(NEW)).json()).toMatchObject({ code: 'DEVICE_OFFLINE' });
    expect(await test.db.selectFrom('version_updates').select('device_id').execute()).toEqual([]);
  });

  it('reach the screen as a reload command, and notify its audience when it completes', async () => {
    await test.modules.screenSockets.connected(screenId, '192.0.2.7');
    const { result } = (await update(NEW)).json<{ result: DeviceCommand }>();
    expect(result).toMatchObject({ action: 'reload', state: 'sent' });
    await expect.poll(() => received.some(({ event }) => event === 'action')).toBe(true);
    test.modules.screenSockets.commanded(screenId, { id: result._id });
    await test.modules.screenSockets.receipt(screenId, { id: result._id, state: 'delivered' });
    expect(completions()).toEqual([]);
    await test.modules.screenSockets.receipt(screenId, { id: result._id, state: 'done' });
    await expect.poll(completions).toEqual([`person:${ana.user._id}`]);
    const [row] = await test.db.selectFrom('version_updates').select(['device_id', 'completed_at']).execute();
    expect(row).toMatchObject({ device_id: device._id, completed_at: expect.any(Date) });
  });
});
