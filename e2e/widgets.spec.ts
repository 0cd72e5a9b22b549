/** A new user makes a menu board on a phone, and a screen shows it. */
import { expect, type Page } from '@playwright/test';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { openSignedInPage } from './signed-in-page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let product: Product;
let ana: ApiPerson;
let albumId: string;
let page: Page;
let screen: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@widgets.example');
  await givePlan(ana);
  albumId = (await ana.album('Café'))._id;
  page = await openSignedInPage(browser, ana, PHONE);
  screen = await (await browser.newContext({ viewport: { width: 640, height: 360 } })).newPage();
});
test.afterAll(() => Promise.all([page, screen].map((opened) => opened?.context().close())));

const stage = () => screen.locator('#stage');

test('a menu board is made on a phone', async () => {
  await page.getByRole('button', { name: 'Add New' }).tap();
  await page.getByRole('menuitem', { name: 'Slide, widget or page' }).tap();
  await expect(page.getByRole('link', { name: 'Menu board' })).toBeVisible();
  await inspect(page, 'gallery of slides and widgets');
  await page.getByRole('link', { name: 'Menu board' }).tap();
  await page.getByRole('textbox', { name: 'Title' }).fill('Lunch');
  await page.getByRole('textbox', { name: 'Name of the section' }).fill('Soups');
  await page.getByRole('textbox', { name: 'Dish' }).fill('Pumpkin soup');
  await page.getByRole('textbox', { name: 'Price' }).fill('5.90');
  await page.getByRole('button', { name: 'Add a dish' }).tap();
  const second = page.getByRole('group', { name: 'dish 2 of section 1' });
  await page.getByRole('button', { name: 'Add to album' }).tap();
  await expect(second.getByText('Enter a name.')).toBeVisible();
  await second.getByRole('textbox', { name: 'Dish' }).fill('Tomato soup');
  await expect(page.getByRole('figure', { name: 'Preview' })).toContainText('Tomato soup');
  await inspect(page, 'form of a menu board');
  await page.getByRole('button', { name: 'Add to album' }).tap();
  await expect(page).toHaveURL(new RegExp(albumId));
  await expect(page.getByRole('checkbox', { name: 'Select Lunch' })).toBeAttached();
  await ana.waitUntilReady(albumId);
  expect((await ana.media(albumId)).map(({ kind }) => kind)).toEqual(['widget']);
});

test('a screen shows it and follows changes', async () => {
  await screen.goto(`${product.origin}/screen/`);
  const device = await ana.device('Counter', await readScreenId(screen));
  const playlist = await ana.playlist('Café', [albumId]);
  await ana.publish(playlist._id, device._id);
  await expect(stage()).toContainText('Pumpkin soup');

  const [widget] = await ana.media(albumId);
  await page.goto(`${product.origin}/main/widget?mediaId=${widget?._id}`);
  await page.getByRole('group', { name: 'dish 1 of section 1' }).getByText('Sold out').tap();
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(stage()).toContainText('Sold out');
});

test('the screen shows it without a network after it was started again', async () => {
  await screen.context().setOffline(true);
  await screen.reload();
  await expect(stage()).toContainText('Pumpkin soup');
  await screen.context().setOffline(false);
});

test('the screen reports the widget as what it shows', async () => {
  const [widget] = await ana.media(albumId);
  await expect.poll(() => screen.evaluate(() => window.__vitrine?.mediaId)).toBe(widget?._id);
});
