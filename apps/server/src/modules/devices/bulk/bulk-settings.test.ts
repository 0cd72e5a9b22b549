/** Settings of many devices at once. */
import type {
  BulkSettings,
  BulkSettingsOutcome,
  BulkSettingsPreview,
  Device,
  Manifest,
  OperatingHours,
  OperatingSettings,
} from '@vitrine/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listAuditEntries } from '../../../testing/audit-trail.ts';
import { aDevice, aPerson, aScreen, type TestPerson } from '../../../testing/builders.ts';
import { createDevices } from '../../../testing/devices.ts';
import { aFamily } from '../../../testing/families.ts';
import { openTestApp } from '../../../testing/shared-test-app.ts';
import { aStaffMember, viewAccount } from '../../../testing/staff.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 1000 });
  ben = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());
beforeEach(() => {
  // Monday, 20:00 in UTC.
  test.clock.offsetMs = 0;
  test.clock.offsetMs = Date.UTC(2026, 5, 1, 20) - test.clock.now().getTime();
});

const everyDay = (startTime: string, endTime: string): OperatingHours => ({
  week: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], startTime, endTime }],
  exceptions: [],
});
const [DAY, LATE, NIGHT] = [everyDay('08:00', '18:00'), everyDay('16:00', '21:00'), everyDay('19:30', '23:00')];
const DIMMED = [{ time: '20:00', percent: 40 }];

const set = (deviceId: string[], settings: BulkSettings, person = ana) =>
  person.call('PUT', '/devices/many/settings', { deviceId, ...settings });
const change = async (...args: Parameters<typeof set>) => (await set(...args)).json<{ result: BulkSettingsOutcome }>().result;
const preview = async (deviceId: string[], settings: BulkSettings, person = ana) =>
  (await person.call('POST', '/devices/many/settings/preview', { deviceId, ...settings })).json<{ result: BulkSettingsPreview }>().result;
const restore = (changeId: string | null, person = ana) => person.call('POST', '/devices/many/settings/restore', { changeId });
const read = async (id: string, person = ana) => (await person.call('GET', `/devices/${id}`)).json<{ result: Device }>().result;
const hoursOf = async (ids: string[]) => Promise.all(ids.map(async (id) => (await read(id)).operatingHours));

/** Tags a device with a new tag that has these settings. */
async function tagWith(deviceId: string, settings: OperatingSettings): Promise<void> {
  const name = `Tag ${deviceId.slice(-8)}`;
  await ana.call('POST', '/devices/many/tags', { deviceId: [deviceId], add: [name] });
  const tags = (await ana.call('GET', `/devices/users/${ana.user._id}/tags`)).json<{ result: { _id: string; name: string }[] }>().result;
  await ana.call('PUT', `/devices/tags/${tags.find((tag) => tag.name === name)?._id}/settings`, settings);
}

/** Creates four devices: one with its own hours, one with the hours of a tag, one with both, and one without hours. */
async function createSetup(): Promise<{ ids: string[]; own: string; tagged: string; both: string; plain: string }> {
  const ids = await createDevices(test, ana, { count: 4 });
  const [own = '', tagged = '', both = '', plain = ''] = ids;
  for (const id of [own, both]) await ana.call('PUT', `/devices/settings/${id}`, { operatingHours: LATE });
  for (const id of [tagged, both]) await tagWith(id, { operatingHours: DAY });
  return { ids, own, tagged, both, plain };
}

describe('the preview of settings for many devices', () => {
  it('counts what the hours replace, and the screens that turn off', async () => {
    const { ids } = await createSetup();
    expect(await preview(ids, { operatingHours: DAY })).toEqual({
      devices: 4,
      changing: 4,
      changingBySetting: { operatingHours: 4, brightness: 0, fit: 0, rotation: 0, volume: 0, timeZone: 0 },
      timeZones: 1,
      hours: { before: { own: 2, tags: 1, none: 1 }, after: { own: 4, tags: 0, none: 0 } },
      brightness: { before: { own: 0, tags: 0, none: 4 }, after: { own: 0, tags: 0, none: 4 } },
      turningOff: 3,
      turningOn: 0,
    });
    expect(await hoursOf(ids)).toEqual([LATE, undefined, LATE, undefined]);
  });

  it('counts the devices that follow their tags again, in their own time zones', async () => {
    const { ids, plain, tagged } = await createSetup();
    await test.db.updateTable('devices').set({ time_zone: 'America/New_York' }).where('id', '=', tagged).execute();
    expect(await preview(ids, { operatingHours: null, brightness: DIMMED })).toMatchObject({
      changing: 4,
      timeZones: 2,
      hours: { after: { own: 0, tags: 2, none: 2 } },
      brightness: { after: { own: 4 } },
      turningOff: 1,
    });
    expect(await preview([plain], { operatingHours: null })).toMatchObject({ devices: 1, changing: 0 });
    // There, it is 4 PM.
    expect(await preview([tagged], { operatingHours: NIGHT })).toMatchObject({ turningOff: 1 });
  });

  it('counts the devices that change, in total and by setting, and those that turn off in their new time zone', async () => {
    const { ids, own, plain } = await createSetup();
    await set([own, plain], { volume: 40, fit: 'fill' });
    expect(await preview(ids, { volume: 40, fit: 'backdrop', rotation: null, timeZone: 'Asia/Tokyo' })).toMatchObject({
      devices: 4,
      changing: 4,
      changingBySetting: { operatingHours: 0, brightness: 0, fit: 2, rotation: 0, volume: 2, timeZone: 4 },
      timeZones: 1,
      // In Tokyo, it is 5 AM.
      turningOff: 2,
      turningOn: 0,
    });
    expect(await preview(ids, { volume: 40 })).toMatchObject({ changing: 2, turningOff: 0 });
    expect(await read(plain)).toMatchObject({ volume: 40, fit: 'fill', timeZone: 'UTC' });
  });

  it('skips devices that no longer exist and refuses those of others', async () => {
    const { own } = await createSetup();
    const [foreign = ''] = await createDevices(test, ben, { count: 1 });
    expect(await preview([own, crypto.randomUUID()], { operatingHours: null })).toMatchObject({ devices: 1 });
    const refused = await ana.call('POST', '/devices/many/settings/preview', { deviceId: [own, foreign], operatingHours: null });
    expect(refused.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('settings of many devices', () => {
  it('are set and cleared, and screens receive them', async () => {
    const screen = await aScreen(test);
    const { _id: shown } = await aDevice(ana, screen);
    const manifest = async () => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
    const { revision } = await manifest();
    const { ids } = await createSetup();
    const [foreign = ''] = await createDevices(test, ben, { count: 1 });
    const all = [shown, ...ids, foreign];
    expect(await change(all, { operatingHours: LATE })).toEqual({ done: 3, unchanged: 2, gone: 1, changeId: expect.any(String) });
    expect(await manifest()).toMatchObject({ revision: revision + 1, device: { hours: [LATE] } });
    await change(all, { brightness: DIMMED });
    expect(await manifest()).toMatchObject({ device: { hours: [LATE], brightness: [DIMMED] } });
    expect(await change(all, { operatingHours: null, brightness: null })).toMatchObject({ done: 5 });
    expect((await manifest()).device).not.toHaveProperty('hours');
    expect(await change(all, { operatingHours: null })).toEqual({ done: 0, unchanged: 5, gone: 1, changeId: null });
    expect((await read(foreign, ben)).operatingHours).toBeUndefined();
  });

  it('include fit, rotation, volume and time zone, and screens receive them', async () => {
    const screen = await aScreen(test);
    const { _id: shown } = await aDevice(ana, screen);
    const [other = ''] = await createDevices(test, ana, { count: 1 });
    const all = { fit: 'fill', rotation: 90, volume: 0, timeZone: 'Asia/Tokyo' } as const;
    const { changeId, done } = await change([shown, other], all);
    expect(done).toBe(2);
    expect((await screen.get('/screens/manifest')).json<{ result: Manifest }>().result.device).toMatchObject(all);
    expect(await change([shown, other], { volume: 0, rotation: 90 })).toMatchObject({ done: 0, unchanged: 2 });
    await restore(changeId);
    expect((await screen.get('/screens/manifest')).json<{ result: Manifest }>().result.device).toMatchObject({
      volume: 100,
      fit: 'backdrop',
    });
    expect(await read(other)).toMatchObject({ fit: 'backdrop', rotation: null, volume: 100, timeZone: 'UTC' });
  });

  it('are in the audit trail when an administrator changes them for an account', async () => {
    const staff = await aStaffMember(test);
    const [id = ''] = await createDevices(test, ana, { count: 1 });
    await viewAccount(staff, ana);
    expect(await change([id], { volume: 20 }, staff)).toMatchObject({ done: 1 });
    expect(await listAuditEntries(test, id)).toMatchObject([
      { action: 'device.update', actorId: staff.user._id, userId: ana.user._id, before: { volume: 100 }, after: { volume: 20 } },
    ]);
  });

  it.each<[string, object]>([
    ['nothing to change', {}],
    ['invalid hours', { operatingHours: { week: [], exceptions: [] } }],
    ['an unknown setting', { operatingHours: null, showInfo: 1 }],
    ['a volume above 100 percent', { volume: 101 }],
    ['a rotation by another angle', { rotation: 45 }],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
  ])('are refused with %s', async (_name, settings) => {
    const [id = ''] = await createDevices(test, ana, { count: 1 });
    expect((await set([id], settings)).statusCode).toBe(422);
  });

  it('are refused without a device of the account', async () => {
    const [id = ''] = await createDevices(test, ana, { count: 1 });
    expect((await set([id], { operatingHours: DAY }, ben)).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(await hoursOf([id])).toEqual([undefined]);
  });

  it('rewrite devices within their pages, so that no index is written', async () => {
    const ids = await createDevices(test, ana, { count: 100 });
    const listPages = () => sql`select (ctid::text::point)[0] from devices where id = any(${ids}::uuid[]) order by id`.execute(test.db);
    const { rows } = await listPages();
    await change(ids, { volume: 20 });
    expect((await listPages()).rows).toEqual(rows);
  });

  it('take no statement for each device', async () => {
    const count = async (devices: number) => {
      const ids = await createDevices(test, ana, { count: devices });
      const submit = vi.spyOn(pg.Query.prototype, 'submit');
      const { changeId, done } = await change(ids, { operatingHours: DAY });
      expect(done).toBe(devices);
      expect((await restore(changeId)).json()).toMatchObject({ result: { restored: devices } });
      const statements = submit.mock.calls.length;
      submit.mockRestore();
      return statements;
    };
    const few = await count(2);
    // Tasks of the process run a few statements at the same time.
    expect(await count(300)).toBeLessThan(few + 20);
  });
});

describe('a change of settings of many devices', () => {
  it('is undone once, by the account that made it', async () => {
    const { ids } = await createSetup();
    const { changeId } = await change(ids, { operatingHours: DAY });
    expect((await restore(changeId, ben)).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await restore(changeId)).json()).toMatchObject({ result: { restored: 4 } });
    expect(await hoursOf(ids)).toEqual([LATE, undefined, LATE, undefined]);
    expect((await restore(changeId)).json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps what was changed since then', async () => {
    const { ids, own, plain } = await createSetup();
    const { changeId } = await change(ids, { operatingHours: DAY, brightness: DIMMED });
    await ana.call('PUT', `/devices/settings/${own}`, { operatingHours: null });
    await ana.call('PUT', `/devices/settings/${plain}`, { operatingHours: LATE, brightness: null });
    expect((await restore(changeId)).json()).toMatchObject({ result: { restored: 3 } });
    expect(await hoursOf(ids)).toEqual([undefined, undefined, LATE, LATE]);
    expect((await read(own)).brightness).toBeUndefined();
  });

  it('does not restore other settings when the previous version has stored a later change in its row', async () => {
    const [id = ''] = await createDevices(test, ana, { count: 1 });
    await change([id], { volume: 20, timeZone: 'Asia/Tokyo' });
    // The previous version replaces the columns that it knows.
    const changeId = crypto.randomUUID();
    await ana.call('PUT', `/devices/settings/${id}`, { brightness: DIMMED });
    await sql`update replaced_settings set change_id = ${changeId}::uuid, brightness = null, hours_set = null,
      brightness_set = (select hashtextextended(brightness::text, 0) from devices where id = ${id}) where device_id = ${id}`.execute(
      test.db,
    );
    expect((await restore(changeId)).json()).toMatchObject({ result: { restored: 1 } });
    expect(await read(id)).toMatchObject({ volume: 20, timeZone: 'Asia/Tokyo' });
    expect((await read(id)).brightness).toBeUndefined();
  });

  it('is stored once for each device, for a day', async () => {
    const { ids, own } = await createSetup();
    const first = await change(ids, { operatingHours: DAY });
    const second = await change([own], { brightness: DIMMED });
    const stored = await test.db.selectFrom('replaced_settings').select('device_id').where('device_id', 'in', ids).execute();
    expect(stored).toHaveLength(4);
    expect((await restore(first.changeId)).json()).toMatchObject({ result: { restored: 3 } });
    test.clock.offsetMs += 86_400_000 + 60_000;
    await test.runWorkerTasks('devices.settings');
    expect((await restore(second.changeId)).json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('does not return to devices that were given away', async () => {
    const [olga, mia] = [await aPerson(test, { devices: 10 }), await aPerson(test, { devices: 10 })];
    const { orgId } = await aFamily(test, olga, [mia]);
    const ids = await createDevices(test, olga, { count: 2, orgId });
    const { changeId, done } = await change(ids, { operatingHours: DAY }, mia);
    expect(done).toBe(2);
    await test.db
      .updateTable('devices')
      .set({ user_id: ben.user._id, org_id: null })
      .where('id', '=', ids[0] ?? '')
      .execute();
    expect((await restore(changeId, mia)).json()).toMatchObject({ result: { restored: 1 } });
    expect((await read(ids[0] ?? '', ben)).operatingHours).toEqual(DAY);
  });

  it('is applied by one of several concurrent requests, and undone by one', async () => {
    const ids = await createDevices(test, ana, { count: 20 });
    const results = await Promise.all(Array.from({ length: 10 }, () => change(ids, { operatingHours: DAY })));
    expect(results.map(({ done }) => done).toSorted((one, other) => one - other)).toEqual([...Array(9).fill(0), 20]);
    const { changeId } = results.find(({ done }) => done === 20) ?? { changeId: null };
    const codes = await Promise.all(Array.from({ length: 10 }, async () => (await restore(changeId)).statusCode));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(await hoursOf(ids)).toEqual(Array(20).fill(undefined));
  });
});
