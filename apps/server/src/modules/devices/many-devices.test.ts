/** Many devices reloaded and deleted in one call. */
import type { DeviceOutcome } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { createDevices } from '../../testing/devices.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ears: CapturedMessages;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  ears = await captureLiveMessages(test);
  [ana, ben] = [await aPerson(test), await aPerson(test)];
});
afterAll(async () => {
  await ears.stop();
  await test.close();
});

const act = (what: 'reload' | 'delete', deviceId: string[], person = ana) => person.call('POST', `/devices/many/${what}`, { deviceId });
const outcomes = async (answer: ReturnType<TestPerson['call']>) =>
  (await answer).json<{ result: DeviceOutcome[] }>().result.map(({ outcome }) => outcome);

describe('reloading many devices', () => {
  it('sends the command to each existing screen once, and returns a result for each device', async () => {
    const walls = await createDevices(test, ana, { count: 4, isOnline: (number) => number !== 2 });
    const [theirs = ''] = await createDevices(test, ben, { count: 1, isOnline: () => true });
    await ana.call('PUT', `/devices/actions/${walls[2]}`, { action: 'pause' });
    const asked = [...walls, theirs, newId()];
    let said: string[] = [];
    const told = await ears.captureDuring(async () => (said = await outcomes(act('reload', asked))));
    expect(said).toEqual(['done', 'offline', 'busy', 'done', 'gone', 'gone']);
    const rooms = told.filter(({ event }) => event === 'action').flatMap((nudge) => nudge.rooms);
    // In the rows of these tests, a device and its screen have the same id.
    expect(rooms.toSorted()).toEqual([`screen:${walls[0]}`, `screen:${walls[3]}`].toSorted());
    expect(await outcomes(act('reload', walls))).toEqual(['busy', 'offline', 'busy', 'busy']);
    expect((await act('reload', [theirs])).statusCode).toBe(404);
    expect((await act('reload', [])).statusCode).toBe(422);
  });

  it('sends the command once for two concurrent requests, and keeps the newest twenty commands', async () => {
    const walls = await createDevices(test, ana, { count: 3, isOnline: () => true });
    const both = await Promise.all([outcomes(act('reload', walls)), outcomes(act('reload', walls.toReversed()))]);
    expect(both.flat().filter((outcome) => outcome === 'done')).toHaveLength(3);
    for (let round = 0; round < 22; round++) {
      test.clock.offsetMs += 16_000;
      await act('reload', walls);
    }
    test.clock.offsetMs = 0;
    const kept = await test.db
      .selectFrom('device_commands')
      .select('id')
      .where('device_id', '=', walls[0] ?? '')
      .execute();
    expect(kept.length).toBeLessThanOrEqual(20);
  });
});

describe('deleting many devices', () => {
  it('releases the screens of all existing devices, and notifies their owners', async () => {
    const walls = await createDevices(test, ana, { count: 30 });
    const [theirs = ''] = await createDevices(test, ben, { count: 1 });
    let said: string[] = [];
    const told = await ears.captureDuring(async () => (said = await outcomes(act('delete', [...walls, theirs]))));
    expect(said).toEqual([...walls.map(() => 'done'), 'gone']);
    const left = await test.db
      .selectFrom('devices')
      .select('id')
      .where('id', 'in', [...walls, theirs])
      .execute();
    expect(left.map(({ id }) => id)).toEqual([theirs]);
    const bumped = await test.db.selectFrom('screens').select('revision').where('id', 'in', walls).execute();
    expect(bumped.every(({ revision }) => revision > 0)).toBe(true);
    const heard = told.filter(({ event }) => event === 'devicestatus');
    expect(new Set(heard.flatMap(({ rooms }) => rooms))).toEqual(new Set([`person:${ana.user._id}`]));
    // As many as it takes to ask again for all.
    expect(heard.length).toBeLessThanOrEqual(20);
    expect((await act('delete', walls)).statusCode).toBe(404);
  });
});
