/** A message from the contact form to the administrators, and their reply. */
import { expect } from '@playwright/test';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { createSignedInPage, openSignedInPage } from './signed-in-page.ts';

test('delivers a message of a signed-in user to the administrators, who reply by email', async ({ shared: product, browser }) => {
  const nora = await ApiPerson.create(product, 'nora@contact-messages.example');
  const boss = await ApiPerson.create(product, 'boss@contact-messages.example');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', boss.userId).execute());

  const page = await createSignedInPage(browser, nora);
  await page.goto(`${product.origin}/connect`);
  await expect(page.getByLabel('Email')).toHaveValue('nora@contact-messages.example');
  await expect(page.getByLabel('Characters in the image')).toHaveCount(0);
  await page.getByLabel('Phone number').fill('5551234567');
  await page.getByLabel('Message', { exact: true }).fill('My frame stays dark.\nWhat now?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thank you. We’ve received your message.')).toBeVisible();
  const mail = await product.mailTo('boss@contact-messages.example');
  expect(mail).toContain('Reply-To: nora@contact-messages.example');
  expect(mail).toContain('/admin/messages');

  const desk = await openSignedInPage(browser, boss);
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }).click();
  await expect(desk.getByText('My frame stays dark.')).toBeVisible();
  await desk.getByRole('button', { name: /^Reply to / }).click();
  await desk.getByRole('dialog').getByLabel('Reply').fill('Is it plugged in?');
  await desk.getByRole('button', { name: 'Send reply' }).click();
  await expect(desk.getByText('No new messages')).toBeVisible();
  await desk.getByText('Answered', { exact: true }).click();
  await expect(desk.getByText('Is it plugged in?')).toBeVisible();
  await product.mailTo('nora@contact-messages.example', 'Is it plugged in?');

  // Other accounts get status 404.
  await openInApp(page, `${product.origin}/admin/messages`);
  await expect(page.getByRole('heading', { name: 'Page Not Found!' })).toBeVisible();
  await page.context().close();
  await desk.context().close();
});
