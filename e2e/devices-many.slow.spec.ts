/** An account with hundreds of screens: list and grid, tags, changes to many devices, and the day plan of each. */
import { expect, type Page } from '@playwright/test';
import type { Device, Playlist } from '@vitrine/contract';
import { sql } from 'kysely';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { createFamily } from './families.ts';
import type { Product } from './product.ts';
import { givePlan, openProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { TouchInput, tapMenuItem } from './touch.ts';

const SCREEN_COUNT = 240;
/** Every third screen is online. */
const isOnline = (number: number) => number % 3 === 0;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let product: Product;
let ana: ApiPerson;
let page: Page;
let playlist: Playlist;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@devices-many.example');
  await givePlan(ana, { devices: 1000 });
  await createFamily('The Limas', ana, [await ApiPerson.create(product, 'mia@devices-many.example', 'Mia')]);
  const album = await ana.album('Summer');
  const { key } = await ana.upload('photo.jpg', await aJpeg({ width: 300, height: 200 }));
  await ana.attach(album._id, [key]);
  await ana.waitUntilReady(album._id);
  playlist = await ana.playlist('Summer', [album._id]);
  await insertScreens();
  page = await openSignedInPage(browser, ana, { reducedMotion: 'reduce' });
});
test.afterAll(async () => {
  await page?.context().close();
});

/** Assigns the screens' connections to a process whose heartbeat lies in the future, so that they count as online during the test. */
async function insertScreens(): Promise<void> {
  const { db, close } = await openProductDatabase(product);
  const numbers = Array.from({ length: SCREEN_COUNT }, (_, index) => index + 1);
  await sql`insert into process_heartbeats (process_id, beat_at) values ('elsewhere', now() + interval '1 day') on conflict do nothing`.execute(
    db,
  );
  await sql`with hung as (
      insert into screens (id, device_code, secret_hash, live_process_id, version_code)
      select gen_random_uuid(), 'K' || lpad(number::text, 5, '0'), '\\x00', case when is_online then 'elsewhere' end, '1.4'
      from unnest(${numbers}::integer[], ${numbers.map(isOnline)}::boolean[]) as given (number, is_online) returning id, device_code)
    insert into devices (id, screen_id, name, time_zone, user_id, created_at)
    select gen_random_uuid(), id, 'Wall ' || substr(device_code, 4), 'UTC', ${ana.userId}, now() + substr(device_code, 2)::integer * interval '1 ms'
    from hung`.execute(db);
  await close();
}

const buildAddress = (query = '') => `${product.origin}/main/device?userId=${ana.userId}&open=false${query}`;
const table = () => page.getByRole('table', { name: 'Devices' });
const row = (name: string) =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const check = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const bar = () => page.getByRole('toolbar', { name: 'Selection' });
const dialog = () => page.getByRole('dialog');
const messages = () => page.getByRole('region', { name: 'Messages' });
const runAction = (name: string) => bar().getByRole('button', { name, exact: true }).click();
const search = (text: string) => page.getByRole('searchbox', { name: 'Search devices' }).fill(text);
const findDevice = async (name: string): Promise<Device> => {
  const { devices } = await ana.request<{ devices: Device[] }>('GET', `/devices/search/${encodeURIComponent(name)}`);
  const [device] = devices;
  if (!device) throw new Error(`There is no ${name}`);
  return device;
};

test('the table sorts by its headings, renders only visible rows and is operable by keyboard', async () => {
  await page.goto(buildAddress());
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(50);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(table()).toHaveAttribute('aria-rowcount', String(SCREEN_COUNT + 1));
  await expect(row('Wall 240')).toBeVisible();
  await table().getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=az/);
  await expect(table().getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(row('Wall 001')).toContainText('K00001');
  expect(await table().getByRole('row').count()).toBeLessThan(60);
  await row('Wall 001').getByRole('link').focus();
  await page.keyboard.press('End');
  await expect(row('Wall 240').getByRole('link')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row('Wall 001').getByRole('link')).toBeFocused();
  // The view is stored, and the order is in the address.
  await page.reload();
  await expect(row('Wall 001')).toBeVisible();
  await inspect(page, 'list of devices');
});

test('reloads only the visible pages of a long grid when one device changes', async () => {
  await page.evaluate(() => localStorage.setItem('viewMode', 'Grid'));
  await page.goto(buildAddress('&sort=az'));
  const cards = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  const wall = (name: string) => page.getByRole('link', { name, exact: true });
  for (const name of ['Wall 050', 'Wall 100', 'Wall 150']) {
    await expect(wall(name)).toBeVisible();
    await wall(name).scrollIntoViewIfNeeded();
  }
  await expect(cards).toHaveCount(200);
  const pages: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === `/api/devices/users/${ana.userId}`) pages.push(searchParams.get('after') ?? 'first');
  });
  // A renamed device causes no live event; a command to its screen does.
  const device = await findDevice('Wall 147');
  await ana.request('PUT', `/devices/${device._id}`, { name: 'Wall 147 b', timeZone: 'UTC' });
  await ana.request('POST', '/devices/many/reload', { deviceId: [device._id] });
  await expect(wall('Wall 147 b')).toBeVisible();
  // The first page has the number of devices and the limit.
  expect(new Set(pages).size).toBeLessThanOrEqual(3);
  expect(pages).not.toContain((await findDevice('Wall 050'))._id);
  await ana.request('PUT', `/devices/${device._id}`, { name: 'Wall 147', timeZone: 'UTC' });
  // A tab stores the scroll position of each address. A new address starts at the top.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(wall('Wall 001')).toBeInViewport();
  await page.evaluate(() => localStorage.setItem('viewMode', 'List'));
});

test('selects many devices by Space, a range and Ctrl+A, and announces the selection', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(buildAddress('&sort=az'));
  await check('Wall 002').focus();
  await page.keyboard.press('Space');
  await expect(bar()).toContainText('1 selected');
  await check('Wall 006').click({ modifiers: ['Shift'] });
  await expect(bar()).toContainText('5 selected');
  await page.keyboard.press('Control+a');
  await expect(bar()).toContainText(`All ${SCREEN_COUNT} selected`);
  await page.keyboard.press('Escape');
  await expect(bar()).toBeHidden();
  await search('wall 01');
  await expect(table()).toHaveAttribute('aria-rowcount', '11');
  await check('Wall 010').check();
  await bar().getByRole('button', { name: 'Select all 10 found' }).click();
  await expect(bar()).toContainText('All 10 results selected');
  await inspect(page, 'selected devices');
  await page.setViewportSize({ width: 1440, height: 900 });
  await bar().getByRole('button', { name: 'Clear selection' }).click();
});

test('adds tags to many devices, filters by them in the address and renames them', async () => {
  await page.goto(buildAddress('&sort=az'));
  await check('Wall 001').check();
  await check('Wall 004').click({ modifiers: ['Shift'] });
  await runAction('Tag');
  await dialog().getByRole('combobox', { name: 'Add' }).fill('Lobby');
  await page.keyboard.press('Enter');
  await dialog().getByRole('combobox', { name: 'Add' }).fill('Floor 2');
  await page.keyboard.press(',');
  await page.keyboard.press('Tab');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect(messages()).toContainText('4 devices tagged.');
  await expect(row('Wall 003')).toContainText('Lobby');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Lobby' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/tags=lobby/);
  await expect(table()).toHaveAttribute('aria-rowcount', '5');
  await page.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('menuitem', { name: 'Edit tags' }).click();
  await dialog().getByRole('button', { name: 'Rename Floor 2' }).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('LOBBY');
  await expect(dialog()).toContainText('“Lobby” already exists. The two tags will be merged.');
  await inspect(page, 'tags');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect(dialog().getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(1);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await expect(row('Wall 002')).toContainText('LOBBY');
  await page.getByRole('button', { name: 'Remove filter LOBBY' }).click();
  await expect(table()).toHaveAttribute('aria-rowcount', String(SCREEN_COUNT + 1));
});

test('shows the result of a reload for each device', async () => {
  await page.goto(buildAddress('&sort=az'));
  await check('Wall 001').check();
  await check('Wall 006').click({ modifiers: ['Shift'] });
  await runAction('Reload');
  await expect(messages()).toContainText('Reloading 2 devices. 4 are offline.');
  await runAction('Reload');
  await expect(messages()).toContainText('No devices were changed. 4 are offline. 2 are still running another command.');
});

test('the publish dialog starts with the selected devices that are online', async () => {
  await page.goto(buildAddress('&sort=az'));
  await check('Wall 009').check();
  await check('Wall 012').click({ modifiers: ['Shift'] });
  await runAction('Publish');
  await dialog()
    .getByRole('button', { name: /^Summer/ })
    .click();
  await expect(dialog()).toContainText('2 selected devices are offline and won’t be included.');
  await expect(dialog()).toContainText('2 selected');
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog()).toContainText('0 of 2 screens updated.', { timeout: 30_000 });
  await dialog().getByRole('button', { name: 'Done' }).click();
  await expect(row('Wall 009')).toBeVisible();
});

test('the day view shows the plan of each device with its gaps', async () => {
  const device = await findDevice('Wall 015');
  const schedule = { startTime: '09:00', endTime: '17:00' };
  await ana.request('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id, schedule });
  await page.goto(buildAddress('&sort=az'));
  await page.getByRole('button', { name: 'Day', exact: true }).click();
  await expect(page).toHaveURL(/view=day/);
  const lines = (name: string) => page.getByRole('list', { name: `Day plan for ${name}` }).getByRole('listitem');
  await expect(lines('Wall 009')).toHaveText(['12:00 AM – 12:00 AM: Summer']);
  await expect(lines('Wall 015')).toHaveText(['12:00 AM – 9:00 AM: nothing', '9:00 AM – 5:00 PM: Summer', '5:00 PM – 12:00 AM: nothing']);
  await inspect(page, 'day of devices');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('confirms the effect of a move and the number of deleted devices', async () => {
  await page.goto(buildAddress('&sort=az'));
  await check('Wall 009').check();
  await check('Wall 010').check();
  await runAction('Move');
  await dialog().getByLabel('Move to').selectOption({ label: 'The Limas' });
  await expect(dialog()).toContainText('2 devices will be moved with their tags.');
  await expect(dialog()).toContainText('Everything published on them is kept.');
  await inspect(page, 'move dialog');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog().getByRole('button', { name: 'Move 2 devices' }).click();
  await expect(messages()).toContainText('2 devices moved.');
  await expect(row('Wall 009')).toContainText('Family');
  await search('wall 23');
  await expect(table()).toHaveAttribute('aria-rowcount', '11');
  await page.getByRole('link', { name: 'Wall 230' }).focus();
  await page.keyboard.press('Control+a');
  await expect(bar()).toContainText('All 10 results selected');
  await runAction('Delete');
  const confirm = page.getByRole('alertdialog', { name: 'Delete 10 devices?' });
  await confirm.getByRole('button', { name: 'Delete 10 devices' }).click();
  await expect(messages()).toContainText('10 devices deleted.');
  await expect(page.getByText('No devices match “wall 23”')).toBeVisible();
});

test('shows cards on a phone and a sticky toolbar that works by touch', async ({ browser }) => {
  const phone = await openSignedInPage(browser, ana, { ...PHONE, reducedMotion: 'reduce' }, buildAddress('&sort=az'));
  const fingers = await TouchInput.attach(phone);
  const tap = (name: string, role: 'button' | 'checkbox' | 'menuitem' | 'menuitemcheckbox') => {
    const target = phone.getByRole(role, { name, exact: true });
    return role.startsWith('menuitem') ? tapMenuItem(target) : target.tap();
  };
  await tap('List', 'button');
  await expect(phone.getByRole('table', { name: 'Devices' })).toBeVisible();
  await tap('Filter and sort', 'button');
  await tap('LOBBY', 'menuitemcheckbox');
  await phone.keyboard.press('Escape');
  await expect(phone.getByRole('table')).toHaveAttribute('aria-rowcount', '5');
  await tap('Select Wall 002', 'checkbox');
  const selection = phone.getByRole('toolbar', { name: 'Selection' });
  await expect(selection).toContainText('1 selected');
  await fingers.swipe({ x: 195, y: 700 }, { x: 195, y: 300 });
  await fingers.waitUntilStill(phone);
  // The toolbar stays below the header, in one row.
  await expect.poll(async () => (await selection.boundingBox())?.y).toBeLessThan(80);
  expect((await selection.boundingBox())?.height).toBeLessThan(64);
  await tap('More actions', 'button');
  await tap('Select all 4 found', 'menuitem');
  await expect(selection).toContainText('All 4 results selected');
  await tap('Reload', 'button');
  await expect(phone.getByRole('region', { name: 'Messages' })).toContainText('offline');
  await inspect(phone, 'devices on a phone');
  await phone.context().close();
});
