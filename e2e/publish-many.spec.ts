/** Somebody with five thousand screens publishes to them: found, chosen, forecast, scheduled and followed without asking for all of them. */
import { expect, type Page, type Request, test } from '@playwright/test';
import type { Playlist, Publish } from '@vitrine/contract';
import { sql } from 'kysely';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { windowOf } from './browser-person.ts';
import { until } from './faults/round.ts';
import { Product } from './product.ts';
import { openProductDatabase } from './product-database.ts';

const ALL = 5000;
/** Every fifth is offline. */
const ONLINE = 4000;

let product: Product;
let ana: ApiPerson;
let page: Page;
let playlist: Playlist;
let asked: Request[] = [];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  product = await Product.start();
  ana = await ApiPerson.signUp(product, 'ana@example.com');
  const album = await ana.album('Summer');
  const { key } = await ana.upload('photo.jpg', await aJpeg({ width: 300, height: 200 }));
  await ana.attach(album._id, [key]);
  await until('the photo is ready', async () => (await ana.media(album._id))[0]?.status === 6);
  playlist = await ana.playlist('Summer', [album._id]);
  await hangScreens();
  page = await windowOf(browser, ana, { reducedMotion: 'reduce' });
  page.on('request', (request) => asked.push(request));
});
test.afterAll(async () => {
  await page?.context().close();
  await product?.remove();
});

/** Their links are with a process that is said to live until long after the test. */
async function hangScreens(): Promise<void> {
  const { db, close } = await openProductDatabase(product);
  await sql`insert into process_heartbeats (process_id, beat_at) values ('elsewhere', now() + interval '1 day')`.execute(db);
  await sql`with hung as (
      insert into screens (id, device_code, secret_hash, live_process_id)
      select gen_random_uuid(), 'M' || lpad(number::text, 5, '0'), '\\x00', case when number % 5 = 0 then null else 'elsewhere' end
      from generate_series(1, ${ALL}::integer) number returning id, device_code)
    insert into devices (id, screen_id, name, time_zone, user_id, created_at)
    select gen_random_uuid(), id, 'Lobby ' || substr(device_code, 2), 'UTC', ${ana.userId}, now() + substr(device_code, 2)::integer * interval '1 ms'
    from hung`.execute(db);
  await sql`analyze screens, devices`.execute(db);
  await close();
}

const dialog = () => page.getByRole('dialog');
const list = () => dialog().getByRole('list', { name: 'Devices' });
const device = (name: string) => dialog().getByRole('checkbox', { name: new RegExp(name) });
const search = (text: string) => dialog().getByRole('searchbox', { name: 'Search devices' }).fill(text);
const callsTo = (path: RegExp) => asked.filter((request) => path.test(new URL(request.url()).pathname));
const publish = () => dialog().getByRole('button', { name: 'Publish', exact: true });
async function open(): Promise<void> {
  asked = [];
  await page.goto(`${product.origin}/main/playlistpreview?playlistId=${playlist._id}&dialog=publish&userId=${ana.userId}&open=false`);
  await expect(list().getByRole('listitem').first()).toContainText('Lobby');
}

test('all of them can be scrolled through, and only those in sight are drawn and asked for', async () => {
  await open();
  const row = list().getByRole('listitem').first();
  await expect(row).toHaveAttribute('aria-setsize', String(ALL));
  await expect(row).toContainText('Lobby 04999');
  expect(await list().getByRole('listitem').count()).toBeLessThan(40);
  const calls = () => new Set(callsTo(/\/devices\/users\//).map((request) => request.url())).size;
  expect(calls()).toBeLessThanOrEqual(2);
  // The offline ones are at the end, whenever they were added.
  await list().evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(list().getByRole('listitem').last()).toContainText('Lobby 00005');
  await expect(device('Lobby 00005')).toBeDisabled();
  await expect(dialog()).toContainText("An offline device can't be selected.");
  expect(await list().getByRole('listitem').count()).toBeLessThan(40);
  expect(calls()).toBeLessThanOrEqual(5);
});

test('one is found by the server and stays chosen while others are looked for', async () => {
  await open();
  await search('lobby 00001');
  await device('Lobby 00001').check();
  await search('M00002');
  await device('Lobby 00002').check();
  await expect(dialog().getByText('2 selected')).toBeVisible();
  await search('nothing such');
  await expect(dialog()).toContainText('No device is called “nothing such”.');
  await search('lobby 0000');
  await dialog().getByRole('button', { name: 'Select all online found' }).click();
  // 1 to 9 without the fifth.
  await expect(dialog().getByText('8 selected')).toBeVisible();
  await expect(dialog().getByText('After publishing: Summer')).toHaveCount(8);
  await search('');
  await expect(list().getByRole('listitem').first()).toContainText('Lobby 04999');
  await expect(dialog().getByText('8 selected')).toBeVisible();
  await dialog().getByRole('button', { name: 'Clear' }).click();
  await expect(dialog().getByText('0 selected')).toBeVisible();
  await expect(publish()).toBeDisabled();
});

test('one schedule goes to each of those published to, and what fails is told and tried again', async () => {
  await open();
  const [main, refused] = await aMainOne();
  await search('lobby 0000');
  await dialog().getByRole('button', { name: 'Select all online found' }).click();
  await dialog().locator('summary').click();
  await dialog().getByLabel('Start time').fill('10:00');
  await expect(publish()).toBeDisabled();
  await expect(dialog()).toContainText('Not complete yet');
  await dialog().getByLabel('End time').fill('12:00');
  await inspect(page, 'publish dialog with a schedule');
  let isRefused = true;
  await page.route('**/api/publishes/schedule/*', async (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    if (isRefused && id === refused) return route.fulfill({ status: 409, json: { error: true, code: 'INVALID', message: 'Not now.' } });
    return route.continue();
  });
  await publish().click();
  const told = dialog().getByRole('list', { name: 'Without the schedule' });
  await expect(told.getByRole('listitem')).toHaveCount(2, { timeout: 30_000 });
  await expect(told).toContainText('Lobby 00002: Not now.');
  await expect(told).toContainText('Lobby 00001: It is the main playlist there, which has no schedule.');
  await expect(dialog()).toContainText('Schedule saved on 6 of 8 devices.');
  isRefused = false;
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await expect(told.getByRole('listitem')).toHaveText([/Lobby 00001/]);
  await page.unroute('**/api/publishes/schedule/*');
  await dialog().getByRole('button', { name: 'Done' }).click();
  const publishes = await ana.must<Publish[]>('GET', `/publishes?playlistId=${playlist._id}`);
  expect(publishes).toHaveLength(8);
  for (const { _id, schedule } of publishes) {
    expect(schedule).toEqual(_id === main ? null : { startTime: '10:00', endTime: '12:00', repeat: 'Daily' });
  }
});

/** It is published to the first two by hand, and the main playlist of the first; answers both publishes. */
async function aMainOne(): Promise<[main: string, other: string]> {
  const { devices } = await ana.must<{ devices: { _id: string }[] }>('GET', '/devices/search/lobby%200000');
  const [two, one] = devices.slice(-2).map(({ _id }) => _id);
  const made = await ana.must<Publish[]>('POST', '/publishes', { playlistId: playlist._id, deviceId: [one, two] });
  const idOf = (deviceId?: string) => made.find((each) => each.device_Id === deviceId)?._id ?? '';
  await ana.must('PUT', `/publishes/${idOf(one)}`, { mainPlaylist: true, deviceId: one });
  return [idOf(one), idOf(two)];
}

test('a schedule goes on when the dialog is closed, and what failed is told then', async () => {
  await open();
  await search('lobby 0001');
  await dialog().getByRole('button', { name: 'Select all online found' }).click();
  await dialog().locator('summary').click();
  await dialog().getByLabel('Start time').fill('10:00');
  await dialog().getByLabel('End time').fill('12:00');
  let calls = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/publishes/schedule/*', async (route) => {
    if (++calls === 1) return route.fulfill({ status: 409, json: { error: true, code: 'INVALID', message: 'Not now.' } });
    await released;
    return route.continue();
  });
  await publish().click();
  await expect(dialog()).toContainText('Saving the schedule: 1 of 8 devices.');
  await dialog().getByRole('button', { name: 'Done' }).click();
  await expect(dialog()).toBeHidden();
  release();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('The schedule was not saved on 1 of 8 devices.');
  expect(calls).toBe(8);
  await page.unroute('**/api/publishes/schedule/*');
});

test('all that are online are chosen at once and published to by one call, with few questions about the rest', async () => {
  test.setTimeout(180_000);
  await open();
  await dialog().getByRole('button', { name: 'Select all online' }).click();
  await expect(dialog().getByText('4,000 selected')).toBeVisible();
  await expect(device('Lobby 04999')).toBeChecked();
  await list().evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect(list().getByRole('listitem').first()).toContainText(/Lobby 01/);
  await expect(dialog().getByText('After publishing: Summer').first()).toBeVisible();
  await publish().click();
  await expect(dialog().getByRole('timer')).toBeVisible();
  await expect(dialog()).toContainText('0 of 4,000 screens have it.', { timeout: 120_000 });
  await expect(dialog().getByRole('list', { name: 'Screens' }).getByRole('listitem')).toHaveCount(100);
  await expect(dialog()).toContainText('3,900 more screens on the way.');
  const published = callsTo(/\/api\/publishes$/);
  expect(published).toHaveLength(1);
  expect(published[0]?.postDataJSON().deviceId).toHaveLength(ONLINE);
  const forecasts = callsTo(/\/publishes\/forecast$/).map((request) => request.postDataJSON().deviceId.length as number);
  expect(Math.max(...forecasts)).toBeLessThanOrEqual(150);
  expect(forecasts.length).toBeLessThan(10);
});
