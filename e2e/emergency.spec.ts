/** An emergency message on a real screen, raised and ended on a phone. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { EmergencyAlert, EmergencyAlertDetails } from '@vitrine/contract/emergency';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspectStates } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { POLLING } from './polling.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { openSignedInPage } from './signed-in-page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let ana: ApiPerson;
let deviceId: string;
let page: Page;
let screenContext: BrowserContext;
let screen: Page;
test.beforeAll(async ({ shared: product, browser }) => {
  ana = await ApiPerson.create(product, 'ana@emergency.example');
  screenContext = await browser.newContext({ viewport: { width: 640, height: 360 } });
  screen = await screenContext.newPage();
  await screen.goto(`${product.origin}/screen`);
  const device = await ana.device('Hall', await readScreenId(screen));
  deviceId = device._id;
  const album = await ana.album('Pictures');
  await ana.attach(album._id, [(await ana.upload('one.jpg', await aJpeg({ width: 320, height: 200 }))).key]);
  await ana.waitUntilReady(album._id);
  await ana.publish((await ana.playlist('Hall', [album._id]))._id, device._id);
  await screen.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
  page = await openSignedInPage(browser, ana, PHONE, `${product.origin}/main/emergency?userId=${ana.userId}&open=false`);
});
test.afterAll(async () => {
  await page?.context().close();
  await screenContext?.close();
});

test('is prepared and raised on a phone, confirmed by the screen, survives a restart without a network, and ends', async () => {
  const overlay = screen.locator('#emergency');
  await page.getByRole('button', { name: 'New message' }).tap();
  await page.getByRole('textbox', { name: /^Title/ }).fill('Leave the building');
  await page.getByRole('textbox', { name: 'Text' }).fill('Use the stairs.');
  await page.getByRole('button', { name: 'Save message' }).tap();
  await page.getByRole('button', { name: 'Raise Leave the building' }).tap();
  await page.getByRole('button', { name: 'Show it on 1 screen now' }).tap();
  await expect(overlay).toBeVisible();
  await expect(overlay).toContainText('Use the stairs.');
  await expect(page.getByText('1 of 1 screen shows it · Done')).toBeVisible();

  // The overlay covers the whole picture, and plays on without a server.
  const covers = await overlay.evaluate((element) => document.elementFromPoint(innerWidth / 2, 10)?.closest('#emergency') === element);
  expect(covers).toBe(true);
  await screen.evaluate(() => navigator.serviceWorker.ready);
  await screen.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, POLLING);
  await screenContext.setOffline(true);
  await screen.reload();
  await expect(overlay).toBeVisible();
  await expect(overlay).toContainText('Leave the building');

  await page.getByRole('button', { name: 'End alert' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End alert' }).tap();
  await expect(page.getByRole('list', { name: 'Last alerts' })).toContainText('1 of 1 screen showed it');
  await screenContext.setOffline(false);
  await expect(overlay).toBeHidden();
  expect(await screen.evaluate(() => window.__vitrine?.state)).toBe('playing');

  await inspectStates(page, {
    'emergency messages': () => expect(page.getByRole('list', { name: 'Last alerts' })).toBeVisible(),
    'dialog that raises a message': () => page.getByRole('button', { name: 'Raise Leave the building' }).press('Enter'),
  });
});

test('is raised by keys that are held on the screen, with its sound, and not without a network', async () => {
  const overlay = screen.locator('#emergency');
  const notice = screen.locator('#emergency-notice');
  const keys = ['Control', 'Alt', 'Digit1'];
  const release = async () => {
    for (const key of keys) await screen.keyboard.up(key);
  };
  /** Holds the keys once the screen knows them. */
  const hold = () =>
    expect(async () => {
      await release();
      for (const key of keys) await screen.keyboard.down(key);
      await expect(notice).toContainText('Keep holding to raise “Call a nurse”', { timeout: 2000 });
    }).toPass();
  await ana.request('POST', '/emergency/messages', {
    texts: [{ language: 'en', title: 'Call a nurse' }],
    color: 'blue',
    isForAll: true,
    minutes: 10,
    sound: 'chime',
    key: { digit: 1, deviceIds: [deviceId] },
  });
  await hold();
  await expect(notice).toHaveText('“Call a nurse” was raised.');
  await release();
  await expect(overlay).toContainText('Call a nurse');
  const [alert] = await ana.request<EmergencyAlert[]>('GET', '/emergency/alerts');
  expect(alert).toMatchObject({ raisedFrom: 'screen', raisedBy: 'Hall', drill: false });
  const readDetails = () => ana.request<EmergencyAlertDetails>('GET', `/emergency/alerts/${alert?._id}`);
  await expect.poll(async () => (await readDetails()).shown).toBe(1);
  // The keys are an input, after which the browser allows sound.
  expect((await readDetails()).silent).toEqual([]);
  await ana.request('POST', `/emergency/alerts/${alert?._id}/end`);
  await expect(overlay).toBeHidden();

  await screenContext.setOffline(true);
  await hold();
  await expect(notice).toContainText('“Call a nurse” was NOT raised. This screen has no connection');
  await release();
  await expect(overlay).toBeHidden();
  await screenContext.setOffline(false);
});
