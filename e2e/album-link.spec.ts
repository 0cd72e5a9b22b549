/** Album links: creation on a desktop, use by visitors without an account on a desktop and a phone, and revocation while the album is open. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { createSignedInPage, openSignInLink } from './signed-in-page.ts';
import { TouchInput, tapMenuItem } from './touch.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const PASSWORD = 'open sesame';

let product: Product;
let ana: ApiPerson;
let album: Album;
const opened: Page[] = [];

test.beforeAll(async ({ shared }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@links.example');
  album = await ana.album('Summer');
  const keys: string[] = [];
  for (const [index, name] of ['one', 'two', 'three'].entries())
    keys.push((await ana.upload(`${name}.jpg`, await aJpeg({ width: 600 + index, height: 400 }))).key);
  await ana.attach(album._id, keys);
});
test.afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});

const closeAfterTest = (page: Page): Page => {
  opened.push(page);
  return page;
};
const openAsVisitor = async (browser: Browser, address: string, options: object = {}): Promise<Page> => {
  const page = closeAfterTest(await (await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })).newPage());
  await page.goto(address);
  return page;
};
const createLink = async (body: object): Promise<{ id: string; address: string }> => {
  const { link, token } = await ana.request<{ link: { _id: string }; token: string }>('POST', `/albums/links/${album._id}`, {
    expiresAt: null,
    ...body,
  });
  return { id: link._id, address: `${product.origin}/shared/${token}` };
};
const tile = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}`, exact: true });
const preview = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const expiredHeading = (page: Page) => page.getByRole('heading', { name: 'This link no longer works' });

test('creates a link in the share dialog, opens it with its password, changes and revokes it', async ({ browser }) => {
  const page = closeAfterTest(await createSignedInPage(browser, ana));
  await page.goto(`${product.origin}/main/media?userId=${ana.userId}&open=false&albumId=${album._id}`);
  // Use only the keyboard.
  await page.getByRole('button', { name: 'Album actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Share' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share “Summer”' });
  await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New link' });
  await expect(form.getByLabel('Expires')).toHaveValue('month');
  await form.getByRole('switch', { name: 'Protect with a password' }).press('Space');
  await form.getByLabel('Password', { exact: true }).fill('short');
  await form.getByRole('button', { name: 'Create link' }).press('Enter');
  await expect(form.getByText('Use at least 6 characters.')).toBeVisible();
  await inspect(page, 'a new link');
  await page.setViewportSize({ width: 1440, height: 900 });
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByLabel('Password', { exact: true }).press('Enter');
  await expect(form).toBeHidden();
  const address = await dialog.getByLabel('Link', { exact: true }).inputValue();
  expect(address).toMatch(new RegExp(`^${product.origin}/shared/[\\w-]{43}$`));
  await inspect(page, 'the links of an album');
  await page.setViewportSize({ width: 1440, height: 900 });

  const visitor = await openAsVisitor(browser, address);
  await visitor.getByLabel('Password', { exact: true }).fill('not that one');
  await visitor.getByRole('button', { name: 'Open album' }).click();
  await expect(visitor.getByText('Incorrect password. Try again.')).toBeVisible();
  await inspect(visitor, 'the password of a link');
  await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('heading', { name: 'Summer' })).toBeVisible();
  await expect(visitor.getByText('3 photos · Shared by Ana Lima')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Download all' })).toBeHidden();
  await visitor.reload();
  await expect(tile(visitor, 'one')).toBeVisible();

  await dialog.getByRole('button', { name: /^Edit link ending/ }).click();
  const change = page.getByRole('dialog', { name: /^Link ending in/ });
  await change.getByRole('switch', { name: 'Allow downloads of original files' }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('password protected · downloads allowed')).toBeVisible();
  await expect(dialog.getByText(/Opened (once, just now|\d times, last just now)/)).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('button', { name: 'Download all' })).toBeVisible();

  await dialog.getByRole('button', { name: /^Revoke link ending/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  // While the confirmation is open, the dialog behind it is hidden, and so is its list.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Links to this album' })).toBeHidden();
  // The page checks the link again when it is reloaded.
  await visitor.reload();
  await expect(expiredHeading(visitor)).toBeVisible();
});

test('shows visitors the grid, the preview and the slideshow, and allows downloads', async ({ browser }) => {
  const { id, address } = await createLink({ allowsDownload: true });
  const page = await openAsVisitor(browser, address);
  await expect(tile(page, 'three')).toBeVisible();
  const response = await page.request.get(address);
  expect(response.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' });
  await inspect(page, 'an album by link');
  await page.setViewportSize({ width: 1440, height: 900 });

  await tile(page, 'one').focus();
  await page.keyboard.press('Enter');
  await expect(preview(page, 'one').getByRole('img', { name: 'one', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(preview(page, 'two')).toBeVisible();
  const one = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download two' }).click();
  expect((await one).suggestedFilename()).toBe('two.jpg');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  const all = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all' }).click();
  expect((await all).suggestedFilename()).toBe('Summer.zip');

  await page.getByRole('button', { name: 'Slideshow' }).click();
  const bar = page.getByRole('toolbar', { name: 'Slideshow' });
  await bar.getByLabel('Seconds per photo').selectOption('3 sec');
  await expect(preview(page, 'two')).toBeVisible();
  // All photos were loaded through the link, and no request used the account's routes.
  const requested = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  expect(requested.filter((path) => /^\/api\/(uploads|streams|medias|albums)/.test(path))).toEqual([]);
  expect(requested.some((path) => /^\/api\/shared\/[\w-]{43}\/uploads$/.test(path))).toBe(true);

  await ana.request('DELETE', `/albums/links/link/${id}`);
  const picture = requested.find((path) => path.endsWith('/uploads')) ?? '';
  expect((await page.request.get(`${product.origin}${picture}?key=${(await ana.media(album._id))[0]?.mediaFile.key}`)).status()).toBe(404);
});

test('supports touch gestures of visitors on a phone and has a menu for the owner', async ({ browser }) => {
  const { address } = await createLink({ allowsDownload: false });
  const page = await openAsVisitor(browser, address, PHONE);
  await expect(tile(page, 'one')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await tile(page, 'one').tap();
  await expect(preview(page, 'one').getByRole('img', { name: 'one', exact: true })).toBeVisible();
  const fingers = await TouchInput.attach(page);
  await fingers.swipe({ x: 330, y: 420 }, { x: 60, y: 420 });
  await expect(preview(page, 'two')).toBeVisible();
  await fingers.pinch(
    [
      { x: 170, y: 420 },
      { x: 220, y: 420 },
    ],
    [
      { x: 95, y: 420 },
      { x: 295, y: 420 },
    ],
  );
  const picture = preview(page, 'two').getByRole('img', { name: 'two', exact: true });
  await expect
    .poll(() => picture.evaluate((image) => image.getBoundingClientRect().width / (image as HTMLElement).offsetWidth))
    .toBeGreaterThan(2);
  await page.getByRole('button', { name: 'More actions' }).tap();
  await expect(page.getByRole('menuitem')).toHaveText(['Slideshow', 'Details']);
  await page.keyboard.press('Escape');
  await test.step('the owner downloads the album and starts its slideshow from its menu', async () => {
    await openSignInLink(page, ana, `${product.origin}/main/media?open=false&albumId=${album._id}`);
    const tools = page.getByRole('toolbar', { name: 'Media', exact: true });
    await expect(tools).toBeVisible();
    await expect(tile(page, 'one')).toBeVisible();
    expect((await tools.boundingBox())?.height).toBeLessThanOrEqual(60);
    const all = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Album actions' }).tap();
    await tapMenuItem(page.getByRole('menuitem', { name: 'Download all' }));
    expect((await all).suggestedFilename()).toBe('Summer.zip');
    await page.getByRole('button', { name: 'Album actions' }).tap();
    await tapMenuItem(page.getByRole('menuitem', { name: 'Slideshow' }));
    await expect(page.getByRole('toolbar', { name: 'Slideshow' })).toBeVisible();
    await expect(preview(page, 'one')).toBeVisible();
  });
});
