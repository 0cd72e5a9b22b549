import type { OperatingHours, ScreensReport } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, type TestPerson } from '../../testing/builders.ts';
import { createDevices } from '../../testing/devices.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  // The tests move the clock by days. In the future, sessions would have expired.
  test.clock.offsetMs = new Date().setUTCHours(12, 0, 0, 0) - Date.now() - 20 * DAY_MS;
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test, { devices: 100 });
});

const MINUTE_MS = 60_000;
const toDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const today = () => toDay(test.clock.now().getTime());
const read = async (from = today(), to = today()) =>
  (await ana.call('GET', `/reports/screens?from=${from}&to=${to}`)).json<{ result: ScreensReport }>().result;
const setOnline = (deviceId: string, isOnline: boolean) =>
  test.db
    .updateTable('screens')
    .set({ live_process_id: isOnline ? 'elsewhere' : null })
    .where('id', '=', test.db.selectFrom('devices').select('screen_id').where('id', '=', deviceId))
    .execute();

/** Hours on a day of the week that is not today. */
const getOtherHours = (): OperatingHours => ({
  week: [{ weekdays: [(test.clock.now().getUTCDay() + 3) % 7], startTime: '08:00', endTime: '09:00' }],
  exceptions: [],
});

/** Lists the rows of the uptime of these devices, with the transactions that wrote them. */
async function listWrittenRows(deviceIds: string[]): Promise<{ table: string; row: string; writtenBy: string }[]> {
  const { rows } = await sql<{ table: string; row: string; writtenBy: string }>`
    select 'uptime_changes' as table, ctid::text as row, xmin::text as "writtenBy" from uptime_changes where device_id = any(${deviceIds}::uuid[])
    union all select 'device_days', ctid::text, xmin::text from device_days where device_id = any(${deviceIds}::uuid[])
    order by 1, 2`.execute(test.db);
  return rows;
}

/** Samples the screens five minutes after the last sample. */
async function sample() {
  test.clock.offsetMs += 5 * MINUTE_MS;
  await test.runWorkerTasks('reports.days');
  await test.runWorkerTasks('reports.samples');
}

it('counts samples in which a screen was online within its operating hours', async () => {
  const [open, closed] = [
    await aDevice(ana, await aScreen(test), { name: 'Open', timeZone: 'UTC' }),
    await aDevice(ana, await aScreen(test), { name: 'Closed', timeZone: 'UTC' }),
  ];
  expect((await ana.call('PUT', `/devices/settings/${closed._id}`, { operatingHours: getOtherHours() })).statusCode).toBe(200);
  await setOnline(open._id, true);
  await sample();
  await sample();
  await setOnline(open._id, false);
  await sample();
  // The same five minutes count once, whichever process samples them.
  await test.runWorkerTasks('reports.samples');
  const report = await read();
  expect(report.rows.map(({ name, onlineMs, expectedMs }) => [name, onlineMs / MINUTE_MS, expectedMs / MINUTE_MS])).toEqual([
    ['Closed', 0, 0],
    ['Open', 10, 15],
  ]);
  expect(report).toMatchObject({ onlineMs: 10 * MINUTE_MS, expectedMs: 15 * MINUTE_MS, days: [{ day: today() }] });
  const lines = (await ana.call('GET', `/reports/screens/csv?from=${today()}&to=${today()}`)).body.split('\r\n');
  expect(lines[2]).toBe(`Open,UTC,66.7,600,900,0,0,0,${open._id}`);
});

describe('the uptime', () => {
  it('is stored once a day, and costs no row while a screen stays as it is', async () => {
    const devices = await createDevices(test, ana, { count: 20, isOnline: () => true });
    await ana.call('PUT', '/devices/many/settings', { deviceId: devices.slice(0, 5), operatingHours: getOtherHours() });
    await sample();
    const before = await listWrittenRows(devices);
    expect(before.filter(({ table }) => table === 'uptime_changes')).toHaveLength(20);
    for (let index = 0; index < 12; index++) await sample();
    expect(await listWrittenRows(devices)).toEqual(before);
    const [open] = (await read()).days;
    test.clock.offsetMs += DAY_MS;
    await test.runWorkerTasks('reports.days');
    const stored = await listWrittenRows(devices);
    // None for those with operating hours on another day of the week.
    expect(stored.filter(({ table }) => table === 'device_days')).toHaveLength(15);
    expect(stored.filter(({ table }) => table === 'uptime_changes')).toEqual(before);
    await test.runWorkerTasks('reports.days');
    expect(await listWrittenRows(devices)).toEqual(stored);
    expect((await read(open?.day)).days).toEqual([open]);
    expect(open).toMatchObject({ expectedMs: 15 * 13 * 5 * MINUTE_MS, onlineMs: 15 * 13 * 5 * MINUTE_MS });
  });

  it('continues from day to day, and skips times in which the server was stopped', async () => {
    const [deviceId = ''] = await createDevices(test, ana, { count: 1, isOnline: () => true });
    await sample();
    const first = today();
    test.clock.offsetMs += 2 * DAY_MS;
    await test.runWorkerTasks('reports.days');
    await setOnline(deviceId, false);
    await sample();
    await setOnline(deviceId, true);
    await sample();
    await sample();
    const report = await read(first);
    expect(report.days.map(({ day, expectedMs, onlineMs }) => [day, expectedMs / MINUTE_MS, onlineMs / MINUTE_MS])).toEqual([
      [first, 5, 5],
      [today(), 15, 10],
    ]);
    expect(report.rows[0]).toMatchObject({ expectedMs: 20 * MINUTE_MS, onlineMs: 15 * MINUTE_MS });
    test.clock.offsetMs += DAY_MS;
    await test.runWorkerTasks('reports.days');
    expect((await read(first)).days).toEqual(report.days);
  });

  it('belongs to the day in the time zone of the screen', async () => {
    const [deviceId = ''] = await createDevices(test, ana, { count: 1, isOnline: () => true });
    // UTC+14: after 10:00 in UTC, it is tomorrow.
    await test.db.updateTable('devices').set({ time_zone: 'Pacific/Kiritimati' }).where('id', '=', deviceId).execute();
    await sample();
    const tomorrow = toDay(test.clock.now().getTime() + DAY_MS);
    expect((await read(today(), tomorrow)).days).toMatchObject([{ day: tomorrow, expectedMs: 5 * MINUTE_MS }]);
  });

  it('is sampled and stored once by several processes', async () => {
    const devices = await createDevices(test, ana, { count: 10, isOnline: () => true });
    test.clock.offsetMs += 5 * MINUTE_MS;
    await Promise.all(Array.from({ length: 10 }, () => test.runWorkerTasks('reports.samples')));
    const open = await read();
    test.clock.offsetMs += DAY_MS;
    await Promise.all(Array.from({ length: 10 }, () => test.runWorkerTasks('reports.days')));
    expect((await read(open.from)).days).toEqual(open.days);
    expect(open.days).toMatchObject([{ expectedMs: 10 * 5 * MINUTE_MS }]);
    expect(await listWrittenRows(devices)).toHaveLength(20);
  });
});

it('does not count a screen that was offline for more than a month', async () => {
  const { _id: deviceId } = await aDevice(ana, await aScreen(test));
  await setOnline(deviceId, false);
  await test.db
    .updateTable('screens')
    .set({ seen_at: new Date(Date.now() - 40 * 86_400_000) })
    .where('id', '=', test.db.selectFrom('devices').select('screen_id').where('id', '=', deviceId))
    .execute();
  await sample();
  expect((await read()).expectedMs).toBe(0);
});

it('counts the files that a screen downloaded, a resumed one once, also when they could not be stored at first', async () => {
  const album = await anAlbum(ana);
  await aPhoto(test, ana, album._id);
  const playlist = await aPlaylist(ana, { albumIds: [album._id] });
  const screen = await aScreen(test);
  const device = await aDevice(ana, screen, { timeZone: 'UTC' });
  await setOnline(device._id, true);
  await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] });
  await test.runJobs();
  const manifest = (await screen.get('/screens/manifest')).json<{ result: { files: { sha256: string; sizeBytes: number }[] } }>().result;
  const file = manifest.files[0];
  const address = `/screens/files/${file?.sha256}`;
  expect((await screen.get(address)).statusCode).toBe(200);
  expect((await screen.get(address, { range: 'bytes=10-' })).statusCode).toBe(206);
  await screen.get('/screens/files/'.padEnd(79, 'f'));
  vi.spyOn(test.db, 'transaction').mockImplementationOnce(() => {
    throw new Error('the connection was lost');
  });
  await expect(test.runWorkerTasks('reports.downloads')).rejects.toThrow('the connection was lost');
  vi.restoreAllMocks();
  await test.runWorkerTasks('reports.downloads');
  expect(await read()).toMatchObject({ downloads: 1, downloadBytes: 2 * (file?.sizeBytes ?? 0) - 10 });
});
