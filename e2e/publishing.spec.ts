/** Publishing to two real screens, manually and by schedule, with a forecast of its effect. Component tests have the list of devices (`devices.test.tsx`). */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Playlist } from '@vitrine/contract';
import { LIMITS } from '@vitrine/contract/limits';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { allowDevices } from './product-database.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { createSignedInPage } from './signed-in-page.ts';

/** Creates a playlist with one photo, by which a screen is recognized. */
interface PhotoPlaylist {
  playlist: Playlist;
  mediaId: string;
}

let product: Product;
let ana: ApiPerson;
let page: Page;
let summer: PhotoPlaylist;
let menu: PhotoPlaylist;
const screens: Record<'hall' | 'kitchen', { screen: Page; deviceId: string }> = {} as never;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@publishing.example');
  page = await createSignedInPage(browser, ana, { reducedMotion: 'reduce' });
  await page.clock.install();
  [summer, menu] = [await createPlaylist('Summer', 300), await createPlaylist('Menu', 320)];
  await allowDevices(ana, 3);
  screens.hall = await openScreen(browser, 'Hall');
  screens.kitchen = await openScreen(browser, 'Kitchen');
  await ana.device('Porch', (await ana.screen()).deviceId);
});
test.afterAll(async () => {
  for (const { screen } of Object.values(screens)) await screen.context().close();
  await page?.context().close();
});

async function createPlaylist(name: string, width: number): Promise<PhotoPlaylist> {
  const album = await ana.album(name);
  const { key } = await ana.upload(`${name}.jpg`, await aJpeg({ width, height: 200 }));
  const [media] = await ana.attach(album._id, [key]);
  await ana.waitUntilReady(album._id);
  return { playlist: await ana.playlist(name, [album._id]), mediaId: media?._id ?? '' };
}

async function openScreen(browser: Browser, name: string): Promise<{ screen: Page; deviceId: string }> {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const screen = await context.newPage();
  await screen.goto(`${product.origin}/screen/`);
  const code = await readScreenId(screen);
  return { screen, deviceId: (await ana.device(name, code))._id };
}

const open = (path: string) => openInApp(page, `${product.origin}${path}${path.includes('?') ? '&' : '?'}userId=${ana.userId}&open=false`);
const expectShown = async (wall: keyof typeof screens, { mediaId }: PhotoPlaylist) => {
  await screens[wall].screen.waitForFunction((id) => window.__vitrine?.itemId === id, mediaId, POLLING);
};
const dialog = () => page.getByRole('dialog');

test('publishes a playlist to both screens and shows its effect beforehand', async () => {
  await open(`/main/playlistpreview?playlistId=${menu.playlist._id}&dialog=publish`);
  await expect(dialog().getByRole('checkbox', { name: /Porch/ })).toBeDisabled();
  await expect(dialog()).toContainText("An offline device can't be selected.");
  await dialog().getByRole('checkbox', { name: /Hall/ }).check();
  await dialog()
    .getByRole('checkbox', { name: /Kitchen/ })
    .check();
  await expect(dialog().getByText('After publishing: Menu')).toHaveCount(2);
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click();
  await Promise.all([expectShown('hall', menu), expectShown('kitchen', menu)]);
  await expect(dialog()).toBeHidden();
});

test('a publish over an active playlist starts after a countdown that can be cancelled', async () => {
  await open(`/main/playlistpreview?playlistId=${summer.playlist._id}&dialog=publish`);
  for (const name of [/Hall/, /Kitchen/]) await dialog().getByRole('checkbox', { name }).check();
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog()).toContainText('Please wait while processing your request');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog().getByRole('timer')).toBeVisible();
  await page.clock.fastForward(LIMITS.publishOverActiveWaitMs);
  await Promise.all([expectShown('hall', summer), expectShown('kitchen', summer)]);
  await expect(dialog()).toBeHidden();
});

const row = (name: string) => page.getByRole('table', { name: 'Playlists on this device' }).getByRole('row').filter({ hasText: name });
const chooseAction = async (playlist: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${playlist}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
/** Returns the local time of the device in this number of hours, rounded to the hour. */
const hoursFromNow = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 13)}:00`;

test('shows a scheduled playlist during its time, as in the day plan', async () => {
  await open(`/main/device/devicedetailpage?deviceId=${screens.hall.deviceId}`);
  await expect(row('Summer')).toContainText('ACTIVE');
  await chooseAction('Menu', 'Schedule');
  const save = dialog().getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await dialog().getByLabel('Start time').fill('10:00');
  await dialog().getByLabel('End time').fill('10:00');
  await expect(dialog().getByRole('alert')).toHaveText('End time and Start time can not be same');
  await dialog().getByLabel('Start time').fill('');
  await expect(dialog().getByText('Please select Start Time')).toBeVisible();
  await expect(save).toBeDisabled();
  await dialog().getByLabel('Start time').fill(hoursFromNow(-1));
  await dialog().getByLabel('End time').fill(hoursFromNow(2));
  await save.click();
  await expect(row('Menu')).toContainText('ACTIVE');
  await expect(row('Summer')).toContainText('ON QUEUE');
  await expectShown('hall', menu);
  await expectShown('kitchen', summer);
  await expect(page.getByText(/^Showing Menu until .*M, then Summer$/)).toBeVisible();
  const plan = page.getByRole('region', { name: 'Day plan' });
  await expect(plan.getByRole('list', { name: 'Schedule for this day' })).toContainText('Menu, scheduled');
  await expect(plan.getByRole('status')).toContainText('Menu: it is scheduled (Daily');
  await plan.getByRole('button', { name: 'Next day' }).click();
  await plan.getByLabel('Time to check').fill(hoursFromNow(6));
  await expect(plan.getByRole('status')).toHaveText('Summer: it was activated last.');
});

test('a reset schedule, the main playlist and a removal change the screen immediately', async () => {
  await chooseAction('Menu', 'Reset Schedule');
  await expectShown('hall', summer);
  await chooseAction('Menu', 'Convert To Main');
  await expect(row('Menu')).toContainText('MAIN');
  await page.getByRole('button', { name: 'Actions for Menu' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Active']);
  await page.keyboard.press('Escape');
  await chooseAction('Summer', 'Remove');
  const question = page.getByRole('alertdialog', { name: 'Remove “Summer” from this device?' });
  await expect(question).toContainText('The playlist itself isn’t deleted.');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(row('Summer')).toBeHidden();
  await expectShown('hall', menu);
});

test('the details of a playlist link to its schedules', async () => {
  await open(`/main/playlist?details=${menu.playlist._id}`);
  const places = page.getByRole('region', { name: 'Devices' });
  await expect(places.getByRole('button', { name: 'Schedule on Hall' })).toBeHidden();
  await places.getByRole('button', { name: 'Schedule on Kitchen' }).click();
  await dialog().getByText('Weekly').click();
  await expect(dialog().getByRole('alert')).toHaveText('Please select at least one day');
  for (const day of ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']) await dialog().getByLabel(day).check();
  await dialog().getByLabel('Start time').fill(hoursFromNow(-1));
  await dialog().getByLabel('End time').fill(hoursFromNow(2));
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect(places).toContainText('Sun–Sat');
  await expectShown('kitchen', menu);
});

test('a playlist that waits for an offline screen is shown when the screen is back', async () => {
  const { screen, deviceId } = screens.kitchen;
  const autumn = await createPlaylist('Autumn', 340);
  const address = screen.url();
  // Ends the connection, as a power cut does.
  await screen.goto('about:blank');
  await open(`/main/playlistpreview?playlistId=${autumn.playlist._id}&dialog=publish`);
  await expect(dialog().getByRole('checkbox', { name: /Kitchen/ })).toBeDisabled();
  await dialog().getByRole('button', { name: 'Publish when it is back: Kitchen' }).click();
  await expect(dialog().getByRole('button', { name: 'Cancel publishing Kitchen' })).toBeVisible();
  await open(`/main/device/devicedetailpage?deviceId=${deviceId}`);
  const waiting = page.getByRole('list', { name: 'Waiting for the screen' });
  await expect(waiting).toContainText('Autumn');
  await expect(row('Autumn')).toBeHidden();
  await screen.goto(address);
  await expect(waiting).toBeHidden();
  await expect(row('Autumn')).toBeVisible();
  await chooseAction('Menu', 'Reset Schedule');
  await expectShown('kitchen', autumn);
});
