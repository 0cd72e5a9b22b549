/** A menu of something that news move about. */
import { type Browser, expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import { windowOf } from './browser-person.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { Fingers, tapItem } from './touch.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let product: Product;
let ana: ApiPerson;
let page: Page;
let address: string;

test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@menu.example');
  await ana.album('Our garden');
  page = await windowOf(browser, ana);
  address = `${product.origin}/main?userId=${ana.userId}&open=false`;
});
test.afterAll(async () => {
  await page?.context().close();
});

const rename = () => page.getByRole('menuitem', { name: 'Rename' });

/** Returns where on the page the pointer is down. */
async function pressRename(): Promise<{ x: number; y: number }> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Actions for Our garden' }).click();
  await rename().hover();
  const { x, y, width, height } = (await rename().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.down();
  return { x: x + width / 2, y: y + height / 2 };
}

test('what was pressed is done, though its row and with it the menu moved while the button was down', async () => {
  const { y } = await pressRename();
  await page.getByRole('main').evaluate((main) => {
    main.style.paddingTop = `${main.getBoundingClientRect().height / 4 + 150}px`;
  });
  await expect.poll(async () => (await rename().boundingBox())?.y).toBeGreaterThan(y + 50);
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible();
});

test('a press that is dragged away is taken back', async () => {
  const { x, y } = await pressRename();
  await page.mouse.move(x - 400, y + 200, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toBeHidden();
  await rename().click();
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible();
});

/** Returns where a finger is down on it, in a phone's window. */
async function touchRename(browser: Browser) {
  const phone = await windowOf(browser, ana, PHONE, address);
  const fingers = await Fingers.on(phone);
  const item = phone.getByRole('menuitem', { name: 'Rename' });
  await phone.getByRole('button', { name: 'Actions for Our garden' }).tap();
  await item.tap({ trial: true });
  const { x, y, width, height } = (await item.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = { x: x + width / 2, y: y + height / 2 };
  await fingers.put(at);
  return { phone, fingers, item, at };
}

test('what a finger was put on is done, though the menu moved and something else came beneath it', async ({ browser }) => {
  const { phone, fingers, item, at } = await touchRename(browser);
  await phone.getByRole('main').evaluate((main) => {
    main.style.paddingTop = '150px';
  });
  await expect.poll(async () => (await item.boundingBox())?.y).toBeGreaterThan(at.y);
  await fingers.lift();
  await expect(phone.getByRole('dialog', { name: 'Rename' })).toBeVisible();
  await phone.context().close();
});

test('a finger that is dragged off an item does nothing with it', async ({ browser }) => {
  const { phone, fingers, item, at } = await touchRename(browser);
  await fingers.drag([at], [{ x: at.x - 150, y: at.y }]);
  await fingers.lift();
  // It would have closed the menu.
  await tapItem(item);
  await expect(phone.getByRole('dialog', { name: 'Rename' })).toBeVisible();
  await phone.context().close();
});
