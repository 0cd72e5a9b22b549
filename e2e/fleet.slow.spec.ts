/**
 * An Enterprise customer with 120 simulated and two real screens, on a desktop and on a phone: allowance, publish to a tag, a screen that joins later, calendar,
 * operating hours, an emergency message and the history.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Device, Playlist } from '@vitrine/contract';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { givePlan, withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { until } from './until.ts';

const SIMULATED = 120;
const REAL = 2;
const SCREENS = SIMULATED + REAL;
const PLAN_DEVICES = 5;
const ALLOWANCE = 150;
const TAG = 'North';
const CLOSED = { week: [{ weekdays: [(new Date().getUTCDay() + 3) % 7], startTime: '10:00', endTime: '11:00' }], exceptions: [] };

const FORMS = [
  { form: 'desktop', options: { viewport: { width: 1440, height: 900 } } },
  { form: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
];

let product: Product;
let ana: ApiPerson;
let home: string;
let simulation: Simulation;
let screens: { context: BrowserContext; page: Page; deviceId: string }[] = [];
const playlists: Playlist[] = [];
const devices: Device[] = [];

/** The program that simulates screens. */
class Simulation {
  #child: ChildProcess;
  output = '';

  constructor() {
    const args = [
      'tools/simulate.ts',
      '--screens',
      String(SIMULATED),
      '--url',
      product.origin,
      '--email',
      ana.email,
      '--password',
      ana.password,
    ];
    this.#child = spawn(process.execPath, args, {
      cwd: path.join(import.meta.dirname, '..'),
      env: { ...process.env, HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  waitFor = (text: string) => until(`the simulation prints “${text}”`, async () => this.output.includes(text));

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGINT');
    await ended;
  }
}

test.describe.configure({ mode: 'serial' });
test.setTimeout(300_000);
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  home = await mkdtemp(path.join(os.tmpdir(), 'vitrine-fleet-'));
  ana = await ApiPerson.create(product, 'ana@fleet.example', 'Ana Fleet');
  await givePlan(ana, { devices: PLAN_DEVICES });
  const album = await ana.album('Pictures');
  await ana.attach(album._id, [(await ana.upload('one.jpg', await aJpeg({ width: 320, height: 200 }))).key]);
  await ana.waitUntilReady(album._id);
  for (const { form } of FORMS) playlists.push(await ana.playlist(`Offers on the ${form}`, [album._id]));
  for (let index = 0; index < REAL; index++) screens.push(await openScreen(browser));
});
test.afterAll(async () => {
  await simulation?.stop();
  for (const { context } of screens) await context.close();
  screens = [];
  await rm(home, { recursive: true, force: true });
});

async function openScreen(browser: Browser): Promise<(typeof screens)[number]> {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  await page.goto(`${product.origin}/screen`);
  return { context, page, deviceId: await readScreenId(page) };
}

const changeTags = (deviceId: string[], change: object) =>
  ana.request('POST', '/devices/many/tags', { deviceId, add: [], remove: [], ...change });
const waitUntilPlaying = (index: number) =>
  screens[index]?.page.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
const countPlaying = async (playlist: Playlist | undefined) =>
  (await ana.request<{ playing: number }>('GET', `/publishes/count?playlistId=${playlist?._id}`)).playing;

test('adds 122 screens once an administrator has raised the allowance from 5 to 150', async ({ browser }) => {
  simulation = new Simulation();
  await simulation.waitFor(`${PLAN_DEVICES} added as devices; not added`);
  await simulation.stop();

  const admin = await ApiPerson.create(product, 'admin@fleet.example', 'Carla Console');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.userId).execute());
  const page = await openSignedInPage(browser, admin);
  await page.getByRole('searchbox', { name: 'Search' }).fill(ana.email);
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Actions for Ana Fleet' }).click();
  await page.getByRole('menuitem', { name: 'Change number of devices' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Another number').click();
  await dialog.getByLabel('Devices', { exact: true }).fill(String(ALLOWANCE));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.context().close();

  simulation = new Simulation();
  await simulation.waitFor(`${SIMULATED} of ${SIMULATED} connected`);
  for (const [index, { deviceId }] of screens.entries()) devices.push(await ana.device(`Hall ${index + 1}`, deviceId));
  const { devicesCount } = await ana.request<{ devicesCount: number }>('GET', `/devices/users/${ana.userId}?dataPerPage=1`);
  expect(devicesCount).toBe(SCREENS);
  const ids = await ana.request<string[]>('GET', `/devices/users/${ana.userId}/ids`);
  // The second real screen joins later.
  await changeTags(
    ids.filter((id) => id !== devices[1]?._id),
    { add: [TAG] },
  );
});

for (const [index, { form, options }] of FORMS.entries()) {
  test.describe(`on a ${form}`, () => {
    let page: Page;
    test.beforeAll(async ({ browser }) => {
      page = await openSignedInPage(browser, ana, options, `${product.origin}/main/device?userId=${ana.userId}&open=false`);
    });
    test.afterAll(() => page?.context().close());
    const open = (address: string) => page.goto(`${product.origin}/main/${address}&userId=${ana.userId}&open=false`);

    test('publishes to a tag, and to a screen that joins it later', async () => {
      const playlist = playlists[index];
      await open(`playlistpreview?playlistId=${playlist?._id}&dialog=publish`);
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Tags', { exact: true }).click();
      await dialog.getByRole('checkbox', { name: new RegExp(`^${TAG}.*${SCREENS - 1} screens`) }).check();
      // The second publish waits for half a minute before it replaces the first one.
      await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(dialog.getByText(`${SCREENS - 1} of ${SCREENS - 1} screens updated.`)).toBeVisible();
      await until('the devices with the tag play it', async () => (await countPlaying(playlist)) === SCREENS - 1);
      await waitUntilPlaying(0);
      await changeTags([devices[1]?._id ?? ''], { add: [TAG] });
      await until('the device that joined plays it', async () => (await countPlaying(playlist)) === SCREENS);
      await waitUntilPlaying(1);
    });

    test('shows the calendar, operating hours and history of a screen', async () => {
      const [device, other] = devices;
      await open(`device/devicedetailpage?deviceId=${device?._id}`);
      await expect(page.getByRole('heading', { name: 'Calendar' })).toBeVisible();
      await expect(page.getByText(playlists[index]?.name ?? '').first()).toBeVisible();
      await page.getByRole('button', { name: 'Show history' }).click();
      await expect(page.getByText(/The screen should have shown/)).toContainText(playlists[index]?.name ?? '');
      await ana.request('PUT', `/devices/settings/${other?._id}`, { operatingHours: CLOSED });
      await open(`device/devicedetailpage?deviceId=${other?._id}`);
      await expect(page.getByRole('region', { name: 'Operating hours' })).toContainText(/Off until/);
    });

    test('raises an emergency message on all screens, also one that is off, counts the confirmations, and ends it', async () => {
      await open('emergency?view=all');
      const title = `Leave the ${form} area`;
      await page.getByRole('button', { name: 'New message' }).click();
      await page.getByRole('textbox', { name: /^Title/ }).fill(title);
      await page.getByRole('button', { name: 'Save message' }).click();
      await page.getByRole('button', { name: `Raise ${title}` }).click();
      await page.getByRole('button', { name: `Show it on ${SCREENS} screens now` }).click();
      for (const { page: screen } of screens) await expect(screen.locator('#emergency')).toContainText(title);
      await expect(page.getByText(`${SCREENS} of ${SCREENS} screens show it · Done`)).toBeVisible();
      await page.getByRole('button', { name: 'End alert' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'End alert' }).click();
      const history = page.getByRole('list', { name: 'Last alerts' });
      await expect(history).toContainText(title);
      await expect(history).toContainText(`${SCREENS} of ${SCREENS} screens showed it`);
      for (const { page: screen } of screens) await expect(screen.locator('#emergency')).toBeHidden();
      // The next form begins with a screen without the tag, which is on.
      await ana.request('PUT', `/devices/settings/${devices[1]?._id}`, { operatingHours: null });
      await changeTags([devices[1]?._id ?? ''], { remove: [TAG] });
    });
  });
}
