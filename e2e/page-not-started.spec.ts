/** Public pages whose scripts do not run: in older browsers, after a failed download, and with JavaScript turned off. */
import { type ConsoleMessage, expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';
import { test } from './product-test.ts';

const PASSWORD = 'typed before the start';

let product: Product;
test.beforeAll(async ({ shared }) => {
  product = shared;
});

const tooOld = (page: Page) => page.getByRole('alert').filter({ hasText: 'This browser is too old' });
const notStarted = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page couldn’t start' });
const isSendRefusal = (message: ConsoleMessage) => /form-action/.test(message.text());

/** Sends the form as the browser itself does, without any script of the page. Resolves when the policy has refused it. */
async function sendWithoutScript(page: Page): Promise<void> {
  const refused = page.waitForEvent('console', isSendRefusal);
  await page.evaluate((password) => {
    const form = document.forms[0];
    for (const field of form?.elements ?? []) if (field instanceof HTMLInputElement) field.value = password;
    form?.submit();
  }, PASSWORD);
  await refused;
}

function collectRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${decodeURIComponent(request.url())} ${request.postData() ?? ''}`));
  return sent;
}

test('a browser without a needed interface shows which one works instead of the form', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  await page.goto(`${product.origin}/login`);
  await expect(tooOld(page)).toContainText('Chrome or Edge 111, Firefox 128, Safari 17.4');
  await expect(page.locator('form')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  await expect(page.locator('html[data-awake]')).toHaveCount(0);
  await page.goto(`${product.origin}/main`);
  await expect(tooOld(page)).toBeVisible();
});

test('a page whose script cannot be downloaded shows a message and sends no form', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  const sent = collectRequests(page);
  await page.goto(`${product.origin}/login`);
  await expect(notStarted(page)).toContainText('reload the page');
  await expect(page.locator('form')).toBeHidden();
  await sendWithoutScript(page);
  expect(sent.join('\n')).not.toContain(PASSWORD);
  expect(page.url()).toBe(`${product.origin}/login`);
});

test('a page whose script cannot be parsed shows a message', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'let a = ;' }));
  await page.goto(`${product.origin}/main`);
  await expect(notStarted(page)).toBeVisible();
});

test('a page without any script shows a message after a delay and sends no form', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort());
  const sent = collectRequests(page);
  await page.goto(`${product.origin}/login`);
  const style = () =>
    page.evaluate(() => {
      const { content, visibility } = getComputedStyle(document.body, '::after');
      return { content, visibility };
    });
  expect(await style()).toMatchObject({ visibility: 'hidden' });
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSAnimation && animation.animationName === 'not-started') animation.finish();
  });
  const shown = await style();
  expect(shown.visibility).toBe('visible');
  expect(shown.content).toContain('Firefox 128');
  await sendWithoutScript(page);
  expect(sent.join('\n')).not.toContain(PASSWORD);
});

test('a page without JavaScript explains what it needs and sends no form', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const sent = collectRequests(page);
  await page.goto(`${product.origin}/login`);
  // Playwright finds no text inside of a noscript element.
  await expect(page.locator('.no-script')).toHaveText(/This site needs JavaScript/);
  await expect(page.locator('.no-script')).toBeVisible();
  await expect(page.locator('form')).toBeHidden();
  await sendWithoutScript(page);
  expect(sent.join('\n')).not.toContain(PASSWORD);
  expect(page.url()).toBe(`${product.origin}/login`);
  await context.close();
});

test('a page that starts contains no such message', async ({ page }) => {
  await page.goto(`${product.origin}/login`);
  await expect(page.locator('html[data-awake]')).toBeAttached();
  await expect(page.locator('#not-started')).toHaveCount(0);
  expect(await page.content()).not.toContain('too old');
  expect(await page.evaluate(() => getComputedStyle(document.body, '::after').content)).toBe('none');
});
