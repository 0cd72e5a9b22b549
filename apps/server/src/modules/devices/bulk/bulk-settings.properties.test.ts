/** Compares changes of settings and their undo with a model of both. */
import { isDeepStrictEqual } from 'node:util';
import type { BrightnessPlan, BulkSettings, BulkSettingsOutcome, BulkSettingsPreview } from '@vitrine/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../../testing/builders.ts';
import { createDevices } from '../../../testing/devices.ts';
import { openTestApp } from '../../../testing/shared-test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ids: string[];
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 10 });
  ids = await createDevices(test, ana, { count: 3 });
});
afterAll(() => test.close());

const hours = (startTime: string) => ({ week: [{ weekdays: [1], startTime, endTime: '20:00' }], exceptions: [] });
const VALUES = {
  operatingHours: fc.constantFrom(null, hours('08:00'), hours('09:00')),
  brightness: fc.constantFrom<BrightnessPlan | null>(null, [{ time: '20:00', percent: 40 }]),
  fit: fc.constantFrom<'backdrop' | 'fit' | 'fill'>('backdrop', 'fit', 'fill'),
  rotation: fc.constantFrom<null | 0 | 90>(null, 0, 90),
  volume: fc.constantFrom(0, 50),
  timeZone: fc.constantFrom('UTC', 'Asia/Tokyo'),
};
const allSettings = fc.record(VALUES);
type AllSettings = Required<BulkSettings>;
const someSettings = fc.record(VALUES, { requiredKeys: [] }).filter((change) => Object.keys(change).length > 0);
/** Settings for each device. */
const perDevice = <T>(settings: fc.Arbitrary<T>) => fc.tuple(settings, settings, settings);

/** Stores settings as changes of single devices do. */
async function store(all: readonly Partial<AllSettings>[]): Promise<void> {
  for (const [index, { timeZone, ...settings }] of all.entries()) {
    if (Object.keys(settings).length > 0) await ana.call('PUT', `/devices/settings/${ids[index]}`, settings);
    if (timeZone) await ana.call('PUT', `/devices/${ids[index]}`, { timeZone });
  }
}

async function load(): Promise<AllSettings[]> {
  const rows = await test.db.selectFrom('devices').selectAll().where('id', 'in', ids).orderBy('id').execute();
  return rows.map(({ operating_hours: operatingHours, brightness, fit, rotation, volume, time_zone: timeZone }) => {
    const settings = { operatingHours, brightness, fit, rotation, volume, timeZone };
    return settings as AllSettings;
  });
}

const NAMES = Object.keys(VALUES) as (keyof AllSettings)[];

it('sets what a change names, and restores what nothing else has changed since', async () => {
  await fc.assert(
    fc.asyncProperty(perDevice(allSettings), someSettings, perDevice(someSettings), async (initial, change, later) => {
      await store(initial);
      const isOther = (device: AllSettings, name: keyof AllSettings) => name in change && !isDeepStrictEqual(device[name], change[name]);
      const changing = initial.filter((device) => NAMES.some((name) => isOther(device, name))).length;
      const preview = await ana.call('POST', '/devices/many/settings/preview', { deviceId: ids, ...change });
      const { changingBySetting, ...counts } = preview.json<{ result: BulkSettingsPreview }>().result;
      expect(counts).toMatchObject({ devices: 3, changing });
      for (const name of NAMES) expect(changingBySetting[name]).toBe(initial.filter((device) => isOther(device, name)).length);

      const answer = await ana.call('PUT', '/devices/many/settings', { deviceId: ids, ...change });
      const { changeId, ...outcome } = answer.json<{ result: BulkSettingsOutcome }>().result;
      expect(outcome).toEqual({ done: changing, unchanged: 3 - changing, gone: 0 });
      expect(await load()).toEqual(initial.map((device) => ({ ...device, ...change })));
      if (changeId === null) return;

      await store(later);
      const current = await load();
      await ana.call('POST', '/devices/many/settings/restore', { changeId });
      const expected = current.map((device, index) => {
        const restored = NAMES.filter((name) => name in change && !isOther(device, name));
        return { ...device, ...Object.fromEntries(restored.map((name) => [name, initial[index]?.[name]])) };
      });
      expect(await load()).toEqual(expected);
    }),
    // Without shrinking, which would exceed the rate limit.
    { numRuns: 12, endOnFailure: true },
  );
});
