/** The menu of a list row that moves because of live updates. */
import { expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { TouchInput, tapMenuItem } from './touch.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let product: Product;
let ana: ApiPerson;
let page: Page;
let address: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@menu.example');
  await ana.album('Our garden');
  address = `${product.origin}/main?userId=${ana.userId}&open=false`;
  page = await openSignedInPage(browser, ana, {}, address);
});
test.afterAll(async () => {
  await page?.context().close();
});

const rename = () => page.getByRole('menuitem', { name: 'Rename' });

/** Opens the menu and presses the mouse button on its item. Returns the position of the pointer. */
async function pressRename(): Promise<{ x: number; y: number }> {
  await page.getByRole('button', { name: 'Actions for Our garden' }).click();
  await rename().hover();
  const { x, y, width, height } = (await rename().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.down();
  return { x: x + width / 2, y: y + height / 2 };
}

test('runs the pressed menu item although the menu moved while the button was down', async () => {
  const { y } = await pressRename();
  await page.getByRole('main').evaluate((main) => {
    main.style.paddingTop = `${main.getBoundingClientRect().height / 4 + 150}px`;
  });
  await expect.poll(async () => (await rename().boundingBox())?.y).toBeGreaterThan(y + 50);
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('cancels a press that is dragged off the item', async () => {
  const { x, y } = await pressRename();
  await page.mouse.move(x - 400, y + 200, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toBeHidden();
  await rename().click();
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible();
});

/** Opens the menu and touches its item. Returns the position of the touch. */
async function touchRename(phone: Page, fingers: TouchInput) {
  const item = phone.getByRole('menuitem', { name: 'Rename' });
  await phone.getByRole('button', { name: 'Actions for Our garden' }).tap();
  await item.tap({ trial: true });
  const { x, y, width, height } = (await item.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = { x: x + width / 2, y: y + height / 2 };
  await fingers.press(at);
  return { item, at };
}

test('runs the touched menu item on a phone although the menu moved, and cancels when the finger is dragged off', async ({ browser }) => {
  const phone = await openSignedInPage(browser, ana, PHONE, address);
  const fingers = await TouchInput.attach(phone);
  const dialog = phone.getByRole('dialog', { name: 'Rename' });
  await test.step('the menu moves and something else comes beneath the finger', async () => {
    const { item, at } = await touchRename(phone, fingers);
    await phone.getByRole('main').evaluate((main) => {
      main.style.paddingTop = '150px';
    });
    await expect.poll(async () => (await item.boundingBox())?.y).toBeGreaterThan(at.y);
    await fingers.release();
    await expect(dialog).toBeVisible();
    await phone.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('the finger is dragged off', async () => {
    const { item, at } = await touchRename(phone, fingers);
    await fingers.drag([at], [{ x: at.x - 150, y: at.y }]);
    await fingers.release();
    // If the finger had chosen an item, the menu would be closed now.
    await tapMenuItem(item);
    await expect(dialog).toBeVisible();
  });
  await phone.context().close();
});
