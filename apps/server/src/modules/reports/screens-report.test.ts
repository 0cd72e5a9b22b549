import type { ScreensReport } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  test.clock.offsetMs = new Date().setUTCHours(12, 0, 0, 0) - Date.now();
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test, { devices: 100 });
});

const MINUTE_MS = 60_000;
const today = () => test.clock.now().toISOString().slice(0, 10);
const read = async () => (await ana.call('GET', `/reports/screens?from=${today()}&to=${today()}`)).json<{ result: ScreensReport }>().result;
const setOnline = (deviceId: string, isOnline: boolean) =>
  test.db
    .updateTable('screens')
    .set({ live_process_id: isOnline ? 'elsewhere' : null })
    .where('id', '=', test.db.selectFrom('devices').select('screen_id').where('id', '=', deviceId))
    .execute();

/** Samples the screens five minutes after the last sample. */
async function sample() {
  test.clock.offsetMs += 5 * MINUTE_MS;
  await test.runWorkerTasks('reports.samples');
}

it('counts samples in which a screen was online within its operating hours', async () => {
  const [open, closed] = [
    await aDevice(ana, await aScreen(test), { name: 'Open', timeZone: 'UTC' }),
    await aDevice(ana, await aScreen(test), { name: 'Closed', timeZone: 'UTC' }),
  ];
  const week = [{ weekdays: [(test.clock.now().getUTCDay() + 3) % 7], startTime: '08:00', endTime: '09:00' }];
  expect((await ana.call('PUT', `/devices/settings/${closed._id}`, { operatingHours: { week, exceptions: [] } })).statusCode).toBe(200);
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

it('counts the files that a screen downloaded, a resumed one once', async () => {
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
  await test.runWorkerTasks('reports.downloads');
  expect(await read()).toMatchObject({ downloads: 1, downloadBytes: 2 * (file?.sizeBytes ?? 0) - 10 });
});
