import type { OperatingHours } from '@vitrine/contract';
import { OPERATING_LIMITS } from '@vitrine/contract/operating-hours';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toUuidArray } from '../../platform/database/database.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { createDevices } from '../../testing/devices.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { type HoursReference, selectHoursReference, visitOperatingHours } from './device-hours.read-model.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());

const openFrom = (startTime: string): OperatingHours => ({ week: [{ weekdays: [1], startTime, endTime: '18:00' }], exceptions: [] });
/** Hours of the maximum size, which PostgreSQL compresses. */
const LARGEST: OperatingHours = {
  week: Array.from({ length: OPERATING_LIMITS.weekRanges }, () => ({ weekdays: [1], startTime: '08:00', endTime: '18:00' })),
  exceptions: Array.from({ length: OPERATING_LIMITS.exceptions }, (_, day) => ({
    date: new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
    ranges: Array.from({ length: OPERATING_LIMITS.exceptionRanges }, () => ({ startTime: '10:00', endTime: '12:00' })),
  })),
};
const setOwn = (deviceId: string, operatingHours: OperatingHours) => ana.call('PUT', `/devices/settings/${deviceId}`, { operatingHours });

async function setTag(deviceId: string, name: string, operatingHours: OperatingHours): Promise<void> {
  await ana.call('POST', '/devices/many/tags', { deviceId: [deviceId], add: [name] });
  const tags = (await ana.call('GET', `/devices/users/${ana.user._id}/tags`)).json<{ result: { _id: string; name: string }[] }>().result;
  await ana.call('PUT', `/devices/tags/${tags.find((tag) => tag.name === name)?._id}/settings`, { operatingHours });
}

const listReferences = async (ids: string[]) =>
  (
    await sql<HoursReference>`select id, ${selectHoursReference} from devices where id = any(${toUuidArray(ids)}) order by id`.execute(
      test.db,
    )
  ).rows;

async function visit(references: readonly HoursReference[]): Promise<Map<string, OperatingHours[]>> {
  const visited = new Map<string, OperatingHours[]>();
  await visitOperatingHours(test.db, references, ({ id }, hours) => visited.set(id, hours));
  return visited;
}

it('visits each device with its own hours or those of its tags', async () => {
  const ids = await createDevices(test, ana, { count: 5 });
  const [own = '', equal = '', tagged = '', both = '', plain = ''] = ids;
  for (const id of [own, equal, both]) await setOwn(id, openFrom('08:00'));
  for (const id of [tagged, both]) await setTag(id, 'Entrance', openFrom('09:00'));
  await setTag(tagged, 'Ground floor', openFrom('10:00'));
  const references = await listReferences(ids);
  const keys = new Map(references.map(({ id, hours_key }) => [id, hours_key]));
  expect([keys.get(plain), keys.get(own) === keys.get(equal), keys.get(own) === keys.get(both)]).toEqual([null, true, true]);
  const visited = await visit(references);
  expect([own, equal, both].map((id) => visited.get(id))).toEqual(Array(3).fill([openFrom('08:00')]));
  expect([visited.get(tagged), visited.get(plain)]).toEqual([[openFrom('09:00'), openFrom('10:00')], []]);
});

it('loads the largest hours of many devices in several batches', async () => {
  const ids = await createDevices(test, ana, { count: 50 });
  for (const [index, id] of ids.entries())
    await setOwn(id, {
      ...LARGEST,
      week: LARGEST.week.with(0, { weekdays: [index % 7], startTime: `07:${10 + index}`, endTime: '18:00' }),
    });
  const references = await listReferences(ids);
  expect(references.every(({ hours_bytes }) => hours_bytes >= JSON.stringify(LARGEST).length)).toBe(true);
  const visited = await visit(references);
  expect(ids.map((id) => visited.get(id)?.[0]?.week[0]?.startTime)).toEqual(ids.map((_, index) => `07:${10 + index}`));
});

it('leaves out devices that are deleted in the meantime', async () => {
  const ids = await createDevices(test, ana, { count: 2 });
  for (const [index, id] of ids.entries()) await setOwn(id, openFrom(`0${index}:30`));
  const references = await listReferences(ids);
  await ana.call('POST', '/devices/many/delete', { deviceId: [ids[0]] });
  expect([...(await visit(references)).keys()]).toEqual([ids[1]]);
});
