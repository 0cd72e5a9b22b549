/** Errors of the specification's catalogue (1 §8) that need a real server or browser. Component tests show the messages of all others. */
import { expect } from '@playwright/test';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { readCaptcha, withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
test.beforeAll(({ shared }) => {
  product = shared;
});

test('the contact form stores a message with a correct captcha', async ({ page }) => {
  const captchaResponse = page.waitForResponse('**/api/contacts/captcha');
  await page.goto(`${product.origin}/connect`);
  const { result } = (await (await captchaResponse).json()) as { result: { captchaId: string } };
  await expect(page.getByAltText('Characters to type below')).toBeVisible();
  const fields = {
    Name: 'Ada',
    Email: 'ada@error-states.example',
    'Phone number': '5551234567',
    Message: 'Do you deliver frames?',
    'Characters in the image': await withProductDatabase(product, (db) => readCaptcha(product, { db }, result.captchaId)),
  };
  for (const [field, text] of Object.entries(fields)) await page.getByLabel(field, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('status')).toHaveText('Thank you. We’ve received your message.');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  const rows = await withProductDatabase(product, (db) =>
    db.selectFrom('contact_messages').select(['name', 'message_text']).where('email', '=', fields.Email).execute(),
  );
  expect(rows).toEqual([{ name: 'Ada', message_text: 'Do you deliver frames?' }]);
});

test('the next request after the end of a session leads to /login', async ({ browser }) => {
  const other = await ApiPerson.create(product, 'expired@error-states.example');
  const page = await openSignedInPage(browser, other);
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  await withProductDatabase(product, (db) => db.deleteFrom('sessions').where('user_id', '=', other.userId).execute());
  const click = page.getByRole('link', { name: 'Devices' }).first().click();
  // A background request of the page may be refused first, and the page then leaves before the click.
  await Promise.race([click.catch(() => undefined), page.waitForURL(/\/login/)]);
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.context().close();
});
