/** Publishing to hundreds of screens, nightly to thousands: search, selection, forecast, schedule and progress without requesting all of them. */
import { expect, type Page, type Request } from '@playwright/test';
import type { Playlist, Publish } from '@vitrine/contract';
import { LIMITS } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { openProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';

/** Thousands of rows are left to `npm run test:slow`. */
const DEVICE_COUNT = process.env['SLOW_TESTS'] === undefined ? 500 : 5000;
/** Every fifth screen is offline. */
const ONLINE_COUNT = (DEVICE_COUNT / 5) * 4;
const formatCount = (count: number) => count.toLocaleString('en-US');
const getName = (number: number) => `Lobby ${String(number).padStart(5, '0')}`;
/** The list begins with the newest online device and ends with the offline ones, so 3/8 of the devices are older than the row in its middle. */
const NEWEST = getName(DEVICE_COUNT - 1);
const MIDDLE = new RegExp(getName(Math.floor(DEVICE_COUNT * 0.375)).slice(0, DEVICE_COUNT === 500 ? -2 : -3));
/** Number of an online device that is not on the first page. */
const DOWNLOADING = DEVICE_COUNT * 0.8 + 21;
/** Maximum interval at which the dialog requests the state of the devices. */
const TARGETS_REFRESH_MS = 5000;

let product: Product;
let ana: ApiPerson;
let page: Page;
let playlist: Playlist;
let requests: Request[] = [];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@publish-many.example');
  const album = await ana.album('Summer');
  const { key } = await ana.upload('photo.jpg', await aJpeg({ width: 300, height: 200 }));
  await ana.attach(album._id, [key]);
  await ana.waitUntilReady(album._id);
  playlist = await ana.playlist('Summer', [album._id]);
  await insertScreens();
  page = await createSignedInPage(browser, ana, { reducedMotion: 'reduce' });
  await page.clock.install();
  page.on('request', (request) => requests.push(request));
});
test.afterAll(async () => {
  await page?.context().close();
});

/** Assigns the screens' connections to a process whose heartbeat lies in the future, so that they count as online during the test. */
async function insertScreens(): Promise<void> {
  const { db, close } = await openProductDatabase(product, 0);
  await sql`insert into process_heartbeats (process_id, beat_at) values ('elsewhere', now() + interval '1 day') on conflict do nothing`.execute(
    db,
  );
  await db.transaction().execute(async (tx) => {
    // A slow machine takes longer for thousands of devices than any request may.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`with hung as (
        insert into screens (id, device_code, secret_hash, live_process_id)
        select gen_random_uuid(), 'M' || lpad(number::text, 5, '0'), '\\x00', case when number % 5 = 0 then null else 'elsewhere' end
        from generate_series(1, ${DEVICE_COUNT}::integer) number returning id, device_code)
      insert into devices (id, screen_id, name, time_zone, user_id, created_at)
      select gen_random_uuid(), id, 'Lobby ' || substr(device_code, 2), 'UTC', ${ana.userId}, now() + substr(device_code, 2)::integer * interval '1 ms'
      from hung`.execute(tx);
  });
  await sql`analyze screens, devices`.execute(db);
  await close();
}

const dialog = () => page.getByRole('dialog');
const list = () => dialog().getByRole('list', { name: 'Devices' });
const device = (name: string) => dialog().getByRole('checkbox', { name: new RegExp(name) });
const search = (text: string) => dialog().getByRole('searchbox', { name: 'Search devices' }).fill(text);
const listCalls = (path: RegExp) => requests.filter((request) => path.test(new URL(request.url()).pathname));
const publish = () => dialog().getByRole('button', { name: 'Publish', exact: true });
async function open(): Promise<void> {
  requests = [];
  await page.goto(`${product.origin}/main/playlistpreview?playlistId=${playlist._id}&dialog=publish&userId=${ana.userId}&open=false`);
  await expect(list().getByRole('listitem').first()).toContainText('Lobby');
}

test('scrolls through all devices and renders and requests only visible ones', async () => {
  await open();
  const row = list().getByRole('listitem').first();
  await expect(row).toHaveAttribute('aria-setsize', String(DEVICE_COUNT));
  await expect(row).toContainText(NEWEST);
  expect(await list().getByRole('listitem').count()).toBeLessThan(40);
  const calls = () => new Set(listCalls(/\/devices\/users\/[^/]+$/).map((request) => request.url())).size;
  expect(calls()).toBeLessThanOrEqual(2);
  // Offline devices are at the end, regardless of their age.
  // Loaded rows are higher than their placeholders, so the end of the list moves.
  await expect(async () => {
    await list().evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(list().getByRole('listitem').last()).toContainText('Lobby 00005', { timeout: 2000 });
    await expect(device('Lobby 00005')).toBeDisabled({ timeout: 2000 });
  }).toPass();
  await expect(dialog()).toContainText("An offline device can't be selected.");
  expect(await list().getByRole('listitem').count()).toBeLessThan(40);
  expect(calls()).toBeLessThanOrEqual(5);
});

test('finds a device on the server and keeps it selected during further searches', async () => {
  await open();
  await search('lobby 00001');
  await device('Lobby 00001').check();
  await search('M00002');
  await device('Lobby 00002').check();
  await expect(dialog().getByText('2 selected')).toBeVisible();
  await search('nothing such');
  await expect(dialog()).toContainText('No devices match “nothing such”.');
  await search('lobby 0000');
  await dialog().getByRole('button', { name: 'Select all online results' }).click();
  // Numbers 1 to 9 except the fifth.
  await expect(dialog().getByText('8 selected')).toBeVisible();
  await expect(dialog().getByText('After publishing: Summer')).toHaveCount(8);
  await search('');
  await expect(list().getByRole('listitem').first()).toContainText(NEWEST);
  await expect(dialog().getByText('8 selected')).toBeVisible();
  await dialog().getByRole('button', { name: 'Clear' }).click();
  await expect(dialog().getByText('0 selected')).toBeVisible();
  await expect(publish()).toBeDisabled();
});

test('publishes to all devices with one schedule and shows its effect beforehand', async () => {
  await open();
  await publishToMain('00001');
  await search('lobby 0000');
  await dialog().getByRole('button', { name: 'Select all online results' }).click();
  await expect(dialog().getByText('After publishing: Summer')).toHaveCount(8);
  await dialog().locator('summary').filter({ hasText: 'Schedule' }).click();
  const [start, end] = [hoursFromNow(2), hoursFromNow(4)];
  await dialog().getByLabel('Start time').fill(start);
  await expect(publish()).toBeDisabled();
  await expect(dialog()).toContainText('Incomplete');
  await dialog().getByLabel('End time').fill(end);
  // Until then, one device shows the main playlist and the others show nothing.
  await expect(dialog().getByText(/^After publishing: the standby image until .*M, then Summer$/)).toHaveCount(7);
  await inspect(page, 'publish dialog with a schedule');
  requests = [];
  await publish().click();
  await expect(dialog().getByRole('timer')).toBeVisible();
  await expect(dialog()).toContainText('Lobby 00001 is already showing a playlist. This one will replace it at the scheduled times.');
  await page.clock.fastForward(LIMITS.publishOverActiveWaitMs);
  await expect(dialog()).toContainText('0 of 8 screens updated.', { timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('This is the main playlist of Lobby 00001');
  await dialog().getByRole('button', { name: 'Done' }).click();
  expect(listCalls(/\/api\/publishes$/)).toHaveLength(1);
  expect(listCalls(/\/publishes\/schedule/)).toEqual([]);
  const publishes = await ana.request<Publish[]>('GET', `/publishes?playlistId=${playlist._id}`);
  expect(publishes.map(({ schedule }) => schedule)).toEqual(Array(8).fill({ startTime: start, endTime: end, repeat: 'Daily' }));
});

/** Returns the local time of the devices in this number of hours, rounded to the hour. */
const hoursFromNow = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 13)}:00`;

/** Publishes manually as the main playlist of the device. */
async function publishToMain(number: string): Promise<void> {
  const { devices } = await ana.request<{ devices: { _id: string }[] }>('GET', `/devices/search/lobby%20${number}`);
  const deviceId = devices[0]?._id;
  const [created] = await ana.request<Publish[]>('POST', '/publishes', { playlistId: playlist._id, deviceId });
  await ana.request('PUT', `/publishes/${created?._id}`, { mainPlaylist: true, deviceId });
}

test('disables publishing while any device of the account starts a download', async () => {
  await open();
  await search('lobby 0002');
  await device('Lobby 00021').check();
  await expect(publish()).toBeEnabled();
  const { db, close } = await openProductDatabase(product);
  const report = (downloaded: number) => JSON.stringify({ revision: 0, downloaded, total: 4, failed: [] });
  const setDownloaded = (downloaded: number) =>
    sql`update screens set revision = 2, report = ${report(downloaded)}::jsonb, reported_at = now() where device_code = ${`M${getName(DOWNLOADING).slice(-5)}`}`.execute(
      db,
    );
  await setDownloaded(0);
  await page.clock.fastForward(TARGETS_REFRESH_MS);
  await expect(dialog()).toContainText(`${getName(DOWNLOADING)} has just started downloading.`, { timeout: 15_000 });
  await expect(publish()).toBeDisabled();
  await setDownloaded(1);
  await page.clock.fastForward(TARGETS_REFRESH_MS);
  await expect(publish()).toBeEnabled({ timeout: 15_000 });
  await close();
});

test('selects all online devices with one click and publishes to them with one request', async () => {
  test.setTimeout(180_000);
  await open();
  await dialog().getByRole('button', { name: 'Select all online' }).click();
  await expect(dialog().getByText(`${formatCount(ONLINE_COUNT)} selected`)).toBeVisible();
  await expect(device(NEWEST)).toBeChecked();
  await list().evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect(list().getByRole('listitem').first()).toContainText(MIDDLE);
  await expect(dialog().getByText('After publishing: Summer').first()).toBeVisible();
  await publish().click();
  await expect(dialog().getByRole('timer')).toBeVisible();
  await page.clock.fastForward(LIMITS.publishOverActiveWaitMs);
  await expect(dialog()).toContainText(`0 of ${formatCount(ONLINE_COUNT)} screens updated.`, { timeout: 120_000 });
  await expect(dialog().getByRole('list', { name: 'Screens' }).getByRole('listitem')).toHaveCount(100);
  await expect(dialog()).toContainText(`${formatCount(ONLINE_COUNT - 100)} more screens updating.`);
  const published = listCalls(/\/api\/publishes$/);
  expect(published).toHaveLength(1);
  expect(published[0]?.postDataJSON().deviceId).toHaveLength(ONLINE_COUNT);
  const forecasts = listCalls(/\/publishes\/forecast$/).map((request) => request.postDataJSON().deviceId.length as number);
  expect(Math.max(...forecasts)).toBeLessThanOrEqual(150);
  expect(forecasts.length).toBeLessThan(10);
});
