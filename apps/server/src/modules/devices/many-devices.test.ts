/** Many devices reloaded and deleted in one call. */
import type { DeviceOutcome } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { createDevices } from '../../testing/devices.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let liveMessages: CapturedMessages;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  liveMessages = await captureLiveMessages(test);
  [ana, ben] = [await aPerson(test), await aPerson(test)];
});
afterAll(async () => {
  await liveMessages.stop();
  await test.close();
});

const act = (what: 'reload' | 'delete', deviceId: string[], person = ana) => person.call('POST', `/devices/many/${what}`, { deviceId });
const outcomes = async (answer: ReturnType<TestPerson['call']>) =>
  (await answer).json<{ result: DeviceOutcome[] }>().result.map(({ outcome }) => outcome);

describe('reloading many devices', () => {
  it('sends the command to each existing screen once, and returns a result for each device', async () => {
    const deviceIds = await createDevices(test, ana, { count: 4, isOnline: (number) => number !== 2 });
    const [foreignId = ''] = await createDevices(test, ben, { count: 1, isOnline: () => true });
    await ana.call('PUT', `/devices/actions/${deviceIds[2]}`, { action: 'pause' });
    const requested = [...deviceIds, foreignId, newId()];
    let results: string[] = [];
    const messages = await liveMessages.captureDuring(async () => (results = await outcomes(act('reload', requested))));
    expect(results).toEqual(['done', 'offline', 'busy', 'done', 'gone', 'gone']);
    const rooms = messages.filter(({ event }) => event === 'action').flatMap((nudge) => nudge.rooms);
    // In the rows of these tests, a device and its screen have the same id.
    expect(rooms.toSorted()).toEqual([`screen:${deviceIds[0]}`, `screen:${deviceIds[3]}`].toSorted());
    expect(await outcomes(act('reload', deviceIds))).toEqual(['busy', 'offline', 'busy', 'busy']);
    expect((await act('reload', [foreignId])).statusCode).toBe(404);
    expect((await act('reload', [])).statusCode).toBe(422);
  });

  it('sends the command once for two concurrent requests, and keeps the newest twenty commands', async () => {
    const deviceIds = await createDevices(test, ana, { count: 3, isOnline: () => true });
    const both = await Promise.all([outcomes(act('reload', deviceIds)), outcomes(act('reload', deviceIds.toReversed()))]);
    expect(both.flat().filter((outcome) => outcome === 'done')).toHaveLength(3);
    for (let round = 0; round < 22; round++) {
      test.clock.offsetMs += 16_000;
      await act('reload', deviceIds);
    }
    test.clock.offsetMs = 0;
    const kept = await test.db
      .selectFrom('device_commands')
      .select('id')
      .where('device_id', '=', deviceIds[0] ?? '')
      .execute();
    expect(kept.length).toBeLessThanOrEqual(20);
  });
});

describe('deleting many devices', () => {
  it('releases the screens of all existing devices, and notifies their owners', async () => {
    const deviceIds = await createDevices(test, ana, { count: 30 });
    const [foreignId = ''] = await createDevices(test, ben, { count: 1 });
    let results: string[] = [];
    const messages = await liveMessages.captureDuring(async () => (results = await outcomes(act('delete', [...deviceIds, foreignId]))));
    expect(results).toEqual([...deviceIds.map(() => 'done'), 'gone']);
    const left = await test.db
      .selectFrom('devices')
      .select('id')
      .where('id', 'in', [...deviceIds, foreignId])
      .execute();
    expect(left.map(({ id }) => id)).toEqual([foreignId]);
    const bumped = await test.db.selectFrom('screens').select('revision').where('id', 'in', deviceIds).execute();
    expect(bumped.every(({ revision }) => revision > 0)).toBe(true);
    const statusMessages = messages.filter(({ event }) => event === 'devicestatus');
    expect(new Set(statusMessages.flatMap(({ rooms }) => rooms))).toEqual(new Set([`person:${ana.user._id}`]));
    // At most twenty messages, after which a client reloads all devices.
    expect(statusMessages.length).toBeLessThanOrEqual(20);
    expect((await act('delete', deviceIds)).statusCode).toBe(404);
  });
});
