/**
 * FAQ entries from the console's editor to their readers. Component tests have the categories (`faqs.test.tsx`) and the video queue
 * (`video-queue.test.tsx`).
 */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
let adminPage: Page;
let admin: ApiPerson;
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  admin = await ApiPerson.create(product, 'boss@console-faq.example', 'Bo Berg');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.userId).execute());
  adminPage = await openSignedInPage(browser, admin);
});
test.afterAll(() => adminPage.context().close());

test('creates a question with an image and a link, shows it publicly and in the app, hides and deletes it', async ({ page, browser }) => {
  await adminPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(adminPage.getByRole('button', { name: 'What is free?', exact: true })).toBeVisible();
  await adminPage.getByRole('button', { name: 'Add FAQ' }).click();
  const form = adminPage.getByRole('form', { name: 'Add FAQ' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Question should not be empty.')).toBeVisible();
  await form.getByLabel('Question').fill('Which frames fit?');
  await expect(form.getByText('17 of 120')).toBeVisible();
  await form.getByLabel('Category').selectOption('Screens');
  const answer = form.getByRole('textbox', { name: 'Answer' });
  await answer.pressSequentially('All with a browser. ');
  // Use only the keyboard: move back to the toolbar, along it, and to the text again.
  await adminPage.keyboard.press('Shift+Tab');
  await expect(form.getByRole('button', { name: 'Bold' })).toBeFocused();
  await adminPage.keyboard.press('Enter');
  // The editor gets the focus in its next frame. Earlier keystrokes would be lost.
  await expect(answer).toBeFocused();
  await adminPage.keyboard.type('Really.');
  await adminPage.getByRole('button', { name: 'What is free?', exact: true }).click();
  const leaving = adminPage.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(leaving).toContainText('Your changes in this form have not been saved');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(answer).toContainText('Really.');
  await form.getByRole('button', { name: 'Link', exact: true }).click();
  await adminPage.getByRole('dialog', { name: 'Link' }).getByLabel('Address').fill('/pricing');
  await adminPage.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Image' }).click();
  const picture = adminPage.getByRole('dialog', { name: 'Insert image' });
  const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#7a4a8f' } })
    .png()
    .toBuffer();
  await picture.getByLabel('Image file', { exact: true }).setInputFiles({ name: 'frame.png', mimeType: 'image/png', buffer });
  await picture.getByLabel('Alt text').fill('A frame on a wall');
  await picture.getByRole('button', { name: 'Insert' }).click();
  await expect(answer.getByAltText('A frame on a wall')).toBeVisible();
  await inspect(adminPage, 'the editor of an answer');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(adminPage.getByText('FAQ added.')).toBeVisible();
  await expect(adminPage.getByRole('heading', { name: 'Which frames fit?' })).toBeVisible();

  await page.goto(`${product.origin}/faq`);
  await page.getByRole('searchbox').fill('frames fit');
  await expect(page.locator('main summary')).toHaveCount(1);
  await page.getByText('Which frames fit?').click();
  await expect(page.getByText('Really.')).toBeVisible();
  await expect(page.getByRole('link', { name: '/pricing' })).toHaveAttribute('href', '/pricing');
  const shown = page.getByAltText('A frame on a wall');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);

  const nora = await openSignedInPage(browser, await ApiPerson.create(product, 'nora@console-faq.example'));
  await nora.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(nora).toHaveURL(/\/main\/faq/);
  await nora.getByRole('button', { name: 'Screens', exact: true }).click();
  await expect(nora.locator('h2')).toHaveCount(1);
  await nora.getByText('Which frames fit?').click();
  await expect(nora.getByAltText('A frame on a wall')).toBeVisible();
  await inspect(nora, 'questions in the app');
  await nora.context().close();

  await adminPage.getByRole('switch', { name: 'Show “Which frames fit?”' }).click();
  await expect(adminPage.getByText('Hidden', { exact: true })).toBeVisible();
  await page.goto(`${product.origin}/faq`);
  await expect(page.getByText('What is free?')).toBeVisible();
  await expect(page.getByText('Which frames fit?')).toHaveCount(0);
  await inspect(adminPage, 'the FAQ of the console');
  await adminPage.getByRole('button', { name: 'Actions for “Which frames fit?”' }).click();
  await adminPage.getByRole('menuitem', { name: 'Remove' }).click();
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(adminPage.getByText('FAQ removed.')).toBeVisible();
  await expect(adminPage.getByRole('button', { name: 'Which frames fit?', exact: true })).toHaveCount(0);
});

test('a malicious answer has no effect on readers, with and without scripts', async ({ page, browser }) => {
  const answer = [
    '<p>Harmless words.</p><img src=x onerror="document.title=\'taken\'"><svg onload="document.title=\'taken\'"></svg>',
    '<a href="javascript:document.title=\'taken\'">Press</a><script>document.title="taken"</script>',
  ].join('');
  const { _id } = await admin.request<{ _id: string }>('POST', '/faqs', { question: '</script><img src=x onerror=alert(1)>', answer });
  const strange: string[] = [];
  page.on('dialog', (dialog) => (strange.push(dialog.message()), void dialog.dismiss()));
  page.on('console', (message) => message.type() === 'error' && strange.push(message.text()));
  await page.goto(`${product.origin}/faq`, { waitUntil: 'networkidle' });
  await page.getByRole('searchbox').fill('harmless words');
  await expect(page.locator('main summary')).toHaveCount(1);
  await page.getByText('</script><img').click();
  await page.getByText('Press', { exact: true }).click();
  await expect(page.getByText('Harmless words.')).toBeVisible();
  expect(await page.title()).toMatch(/Vitrine$/);
  expect(strange).toEqual([]);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${product.origin}/faq`);
  await plain.getByText('</script><img').click();
  await expect(plain.getByText('Harmless words.')).toBeVisible();
  await context.close();
  await admin.request('DELETE', `/faqs/${_id}`);
});
