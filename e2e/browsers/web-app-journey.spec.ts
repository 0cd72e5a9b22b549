/** The web app in Firefox: signs in, creates an album with a photo and publishes it to a screen. */
import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { ApiPerson } from '../api.ts';
import { withProductDatabase } from '../product-database.ts';
import { test } from '../product-test.ts';
import { getColour, isSameColour, readCentreColour, waitForState } from '../screen-page.ts';
import { makeImage } from '../stage-media.ts';
import { chooseFirefox, formatTitle } from './browser-choice.ts';
import type { FirefoxBrowser } from './firefox-browser.ts';
import { runInBrowser } from './screen-browser.ts';

const polling = { timeout: 30_000 };

async function expectText(browser: FirefoxBrowser, text: string): Promise<void> {
  await expect.poll(() => browser.evaluate<string>('document.body.innerText'), polling).toContain(text);
}

async function signIn(browser: FirefoxBrowser, { product, email, password }: ApiPerson, landing: string): Promise<void> {
  await browser.open(`${product.origin}/login`);
  await browser.fill('Email', email);
  await browser.fill('Password', password);
  await browser.pressEnter();
  await expect.poll(() => browser.evaluate<string>('location.pathname'), polling).toBe(landing);
}

async function uploadPhoto(browser: FirefoxBrowser, file: string): Promise<void> {
  await browser.click('button', 'Create album');
  await browser.fill('Album name', 'Summer');
  await browser.pressEnter();
  await expectText(browser, 'You have not added any media yet');
  await browser.chooseFiles([file]);
  await expectText(browser, '1 media uploaded successfully.');
}

async function createPlaylist(browser: FirefoxBrowser): Promise<void> {
  await browser.click('link', 'Playlists');
  await browser.click('button', 'Create playlist');
  await browser.fill('Playlist name', 'Evenings');
  await browser.pressEnter();
  await browser.click('link', 'Add Album');
  await browser.check('Summer');
  await browser.click('button', 'Add album');
}

async function publish(browser: FirefoxBrowser): Promise<void> {
  await browser.click('button', 'Publish');
  await browser.check('Kitchen');
  await browser.click('button', 'Publish');
}

/** Returns the distinct vertical positions of the list's filter fields. Shows the scroll bar, which makes the page narrower. */
const READ_ROWS = `(() => {
  document.documentElement.style.overflowY = 'scroll';
  const fields = [...document.querySelectorAll('search input, search select')].map((field) => field.getBoundingClientRect());
  return [...new Set(fields.filter(({ width }) => width > 0).map(({ top }) => Math.round(top / 10)))];
})()`;

for (const choice of chooseFirefox()) {
  test(`signs in, uploads a photo and publishes it to a screen in ${formatTitle(choice)}`, async ({ page: screen, shared }, info) => {
    test.skip(choice.missing !== null, choice.missing ?? '');
    const photo = await makeImage(getColour(0));
    const file = info.outputPath('photo.jpg');
    await writeFile(file, photo.bytes);
    const ana = await ApiPerson.create(shared, 'ana@browsers.example');
    await screen.goto(`${shared.origin}/screen`);
    await waitForState(screen, 'waiting');
    await ana.device('Kitchen', await screen.evaluate(() => window.__vitrine?.deviceId ?? ''));
    await waitForState(screen, 'idle');
    const browser = await choice.start();
    await runInBrowser(browser, async () => {
      await signIn(browser, ana, '/main');
      await uploadPhoto(browser, file);
      await createPlaylist(browser);
      await publish(browser);
      await waitForState(screen, 'playing');
      await expect.poll(async () => isSameColour(await readCentreColour(await screen.screenshot()), photo.colour), polling).toBe(true);
    });
  });

  test(`shows the seven filters of the audit list in one row at 1280 px in ${formatTitle(choice)}`, async ({ shared }) => {
    test.skip(choice.missing !== null, choice.missing ?? '');
    const boss = await ApiPerson.create(shared, 'boss@browsers.example', 'Olaf Overberg');
    await withProductDatabase(shared, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', boss.userId).execute());
    const browser = await choice.start();
    await runInBrowser(browser, async () => {
      await signIn(browser, boss, '/admin/AllUsers');
      await browser.click('link', 'Audit Trail');
      await expectText(browser, 'Date until');
      expect(await browser.evaluate(READ_ROWS)).toHaveLength(1);
    });
  });
}
