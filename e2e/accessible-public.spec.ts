/** Public pages in both themes, on a phone and on a desktop. */
import { expect } from '@playwright/test';
import { inspect, inspectAll } from './accessibility.ts';
import { openInApp } from './app-navigation.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';

let product: Product;
test.beforeAll(async ({ shared }) => {
  product = shared;
});

const PAGES = {
  home: '/',
  'page not found': '/nowhere',
  'sign-in': '/login',
  'sign-up': '/signup',
  'forgot password': '/forgot-password',
  'check your email': '/verification',
  'an expired link': '/reset-password?resetvfkey=x&resetvflock=y',
  'a link to an album that does not work': '/shared/unknown',
  about: '/aboutUs',
  pricing: '/pricing',
  questions: '/faq',
  contact: '/connect',
  'stop emails': '/unsubscribe?token=00000000-0000-4000-8000-000000000000',
  cookies: '/cookie',
  privacy: '/privacy',
  sitemap: '/sitemap',
};

test('public pages and sign-in pages are accessible', async ({ page }) => {
  test.setTimeout(180_000);
  await inspectAll(page, PAGES, async (path) => {
    await openInApp(page, `${product.origin}${path}`);
    await expect(page.locator('h1, h2, [role=status]').first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
  });
});

test('a screen that is not added yet is accessible', async ({ page }) => {
  await page.goto(`${product.origin}/screen/`);
  await expect(page.getByText(/^[A-Z]\d{5}$/)).toBeVisible();
  await inspect(page, 'a waiting screen');
});
