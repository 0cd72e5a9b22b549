/** Operating hours and brightness of devices and tags: who may set them, their limits, and what screens receive. */
import type { DayPlan, Device, DeviceTag, Manifest, OperatingHours } from '@vitrine/contract';
import { OPERATING_LIMITS } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aDevice, aPerson, aScreen, type TestPerson, type TestScreen } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());
beforeEach(() => {
  // Monday, 20:00 in UTC.
  test.clock.offsetMs = 0;
  test.clock.offsetMs = Date.UTC(2026, 5, 1, 20) - test.clock.now().getTime();
});

interface TestDevice {
  id: string;
  screen: TestScreen;
}

async function createDevice(person = ana): Promise<TestDevice> {
  const screen = await aScreen(test);
  return { id: (await aDevice(person, screen, { timeZone: 'UTC' }))._id, screen };
}

const everyDay = (startTime: string, endTime: string): OperatingHours => ({
  week: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], startTime, endTime }],
  exceptions: [],
});
const [DAY, LATE] = [everyDay('08:00', '18:00'), everyDay('16:00', '21:00')];
const DIMMED = [{ time: '20:00', percent: 40 }];

const set = (id: string, settings: object, person = ana) => person.call('PUT', `/devices/settings/${id}`, settings);
const setTag = (id: string, settings: object, person = ana) => person.call('PUT', `/devices/tags/${id}/settings`, settings);
const changeTags = (deviceId: string[], change: { add?: string[]; remove?: string[] }, person = ana) =>
  person.call('POST', '/devices/many/tags', { deviceId, ...change });
const read = async (id: string) => (await ana.call('GET', `/devices/${id}`)).json<{ result: Device }>().result;
const listTags = async (person = ana) =>
  (await person.call('GET', `/devices/users/${person.user._id}/tags`)).json<{ result: DeviceTag[] }>().result;
const tagId = async (name: string, person = ana) => (await listTags(person)).find((tag) => tag.name === name)?._id ?? '';
const readManifest = async ({ screen }: TestDevice) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
/** Returns the revision and the settings that the screen receives. */
const received = async (device: TestDevice) => {
  const { revision, device: settings } = await readManifest(device);
  return { revision, hours: settings?.hours, brightness: settings?.brightness };
};

describe('operating hours of a device', () => {
  it('are in its manifest, and the device states until when it is off', async () => {
    const device = await createDevice();
    expect(Object.keys((await readManifest(device)).device ?? {})).not.toContain('hours');
    const answer = (await set(device.id, { operatingHours: DAY, brightness: DIMMED })).json<{ result: Device }>().result;
    const operation = { isOn: false, until: '2026-06-02T08:00:00.000Z', tags: [], hours: [DAY] };
    expect(answer).toMatchObject({ operatingHours: DAY, brightness: DIMMED, operation });
    const before = await received(device);
    expect(before).toMatchObject({ hours: [DAY], brightness: [DIMMED] });
    await set(device.id, { volume: 50 });
    expect(await received(device)).toMatchObject({ revision: before.revision + 1, hours: [DAY], brightness: [DIMMED] });
    const days = (await ana.call('POST', '/publishes/days', { deviceId: [device.id] })).json<{ result: DayPlan[] }>().result;
    expect(days[0]?.off?.map(({ from, to }) => [from.slice(11, 16), to.slice(11, 16)])).toEqual([
      ['00:00', '08:00'],
      ['18:00', '00:00'],
    ]);
    await set(device.id, { operatingHours: null, brightness: null });
    expect(await received(device)).toMatchObject({ hours: undefined, brightness: undefined });
    expect(Object.keys(await read(device.id))).not.toContain('operation');
  });

  it.each<[string, object]>([
    ['no range', { operatingHours: { week: [], exceptions: [] } }],
    ['a range without days', { operatingHours: { week: [{ ...DAY.week[0], weekdays: [] }], exceptions: [] } }],
    ['an empty range', { operatingHours: everyDay('08:00', '08:00') }],
    ['too many ranges', { operatingHours: { ...DAY, week: Array(OPERATING_LIMITS.weekRanges + 1).fill(DAY.week[0]) } }],
    ['a date twice', { operatingHours: { ...DAY, exceptions: Array(2).fill({ date: '2026-12-25', ranges: [] }) } }],
    ['darkness', { brightness: [{ time: '20:00', percent: 0 }] }],
    ['a time twice', { brightness: [...DIMMED, ...DIMMED] }],
  ])('are refused with %s', async (_name, settings) => {
    const device = await createDevice();
    expect((await set(device.id, settings)).statusCode).toBe(422);
  });

  it('are changed by the owner and members of the family only', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    await aFamily(test, olga, [mia]);
    const device = await createDevice(olga);
    for (const person of [ana, mia]) expect((await set(device.id, { operatingHours: DAY }, person)).statusCode).toBe(404);
    expect((await set(device.id, { operatingHours: DAY }, olga)).statusCode).toBe(200);
  });
});

describe('operating hours of a tag', () => {
  it('apply to devices that get the tag, together with those of other tags, until they lose it', async () => {
    const [first, second] = [await createDevice(), await createDevice()];
    await changeTags([first.id], { add: ['North', 'Bar'] });
    const unused = await received(first);
    await changeTags([first.id], { add: ['Plain'] });
    // A tag without settings changes no manifest.
    expect((await received(first)).revision).toBe(unused.revision);
    expect((await setTag(await tagId('North'), { operatingHours: DAY, brightness: DIMMED })).statusCode).toBe(200);
    expect((await setTag(await tagId('Bar'), { operatingHours: LATE })).statusCode).toBe(200);
    expect(await received(first)).toEqual({ revision: unused.revision + 2, hours: [LATE, DAY], brightness: [DIMMED] });
    expect((await read(first.id)).operation).toEqual({
      isOn: true,
      until: '2026-06-01T21:00:00.000Z',
      tags: ['Bar', 'North'],
      hours: [LATE, DAY],
    });
    const before = await received(second);
    await changeTags([second.id], { add: ['North'] });
    expect(await received(second)).toEqual({ revision: before.revision + 1, hours: [DAY], brightness: [DIMMED] });
    await changeTags([first.id], { remove: ['Bar', 'North'] });
    expect(await received(first)).toEqual({ revision: unused.revision + 3, hours: undefined, brightness: undefined });
    expect((await ana.call('DELETE', `/devices/tags/${await tagId('North')}`)).statusCode).toBe(200);
    expect(await received(second)).toEqual({ revision: before.revision + 2, hours: undefined, brightness: undefined });
  });

  it('give way to those of the device, and are given to a tag that replaces it', async () => {
    const device = await createDevice();
    await changeTags([device.id], { add: ['East'] });
    await setTag(await tagId('East'), { operatingHours: LATE, brightness: DIMMED });
    await set(device.id, { operatingHours: DAY });
    expect(await received(device)).toMatchObject({ hours: [DAY], brightness: [DIMMED] });
    await set(device.id, { operatingHours: null });
    const other = await createDevice();
    await changeTags([other.id], { add: ['West'] });
    const before = await received(other);
    await ana.call('PUT', `/devices/tags/${await tagId('East')}`, { name: 'West' });
    expect((await listTags()).find(({ name }) => name === 'West')).toMatchObject({ operatingHours: LATE, brightness: DIMMED });
    const after = await received(other);
    expect(after).toMatchObject({ hours: [LATE], brightness: [DIMMED] });
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(await received(device)).toMatchObject({ hours: [LATE] });
  });

  it('stay with the owner of the tag when a device moves to a family, and its own hours move along', async () => {
    const olga = await aPerson(test);
    const { orgId } = await aFamily(test, olga, [await aPerson(test)]);
    const device = await createDevice(olga);
    await changeTags([device.id], { add: ['North'] }, olga);
    await setTag(await tagId('North', olga), { operatingHours: LATE }, olga);
    await set(device.id, { brightness: DIMMED }, olga);
    const before = await received(device);
    expect(before).toMatchObject({ hours: [LATE], brightness: [DIMMED] });
    await olga.call('POST', '/devices/many/move', { deviceId: [device.id], orgId });
    const after = await received(device);
    expect(after).toMatchObject({ hours: undefined, brightness: [DIMMED] });
    expect(after.revision).toBeGreaterThan(before.revision);
  });

  it('are changed by its owner only, and not without a setting', async () => {
    const device = await createDevice();
    await changeTags([device.id], { add: ['South'] });
    const id = await tagId('South');
    expect((await setTag(id, { operatingHours: DAY }, await aPerson(test))).statusCode).toBe(404);
    expect((await setTag(id, {})).statusCode).toBe(422);
  });
});
