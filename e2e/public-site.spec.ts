/** The public site for visitors, search engines, slow networks and signed-in users. */
import { expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';

const PAGES = {
  '/': 'Your photos belong on the wall.',
  '/aboutUs': 'About Us',
  '/pricing': 'Pricing',
  '/faq': 'Frequently asked questions',
  '/connect': 'Contact Us',
  '/privacy': 'Privacy Agreement',
  '/cookie': 'Cookie Policy',
  '/sitemap': 'Sitemap',
  '/login': 'Welcome back',
  '/signup': 'Create your account',
};

let product: Product;
test.beforeAll(async ({ shared }) => {
  product = shared;
});

const head = (page: Page, selector: string, attribute: string) => page.locator(`head ${selector}`).getAttribute(attribute);

test('every public page has its text and metadata without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const [titles, descriptions] = [new Set<string>(), new Set<string | null>()];
  for (const [address, heading] of Object.entries(PAGES)) {
    await page.goto(product.origin + address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    titles.add(await page.title());
    descriptions.add(await head(page, 'meta[name=description]', 'content'));
    expect(await head(page, 'link[rel=canonical]', 'href')).toBe(product.origin + address);
    const imageUrl = await head(page, 'meta[property="og:image"]', 'content');
    const response = await context.request.get(imageUrl ?? '');
    expect([imageUrl?.startsWith(product.origin), response.status(), response.headers()['content-type']]).toEqual([true, 200, 'image/png']);
  }
  expect([titles.size, descriptions.size]).toEqual([Object.keys(PAGES).length, Object.keys(PAGES).length]);
  await context.close();
});

test('robots.txt and the sitemap list exactly the public pages', async ({ request }) => {
  const robots = await (await request.get(`${product.origin}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${product.origin}/sitemap.xml`);
  expect(robots).toContain('Disallow: /main');
  const sitemap = await (await request.get(`${product.origin}/sitemap.xml`)).text();
  const found = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');
  expect(found.toSorted()).toEqual(
    Object.keys(PAGES)
      .map((address) => product.origin + address)
      .toSorted(),
  );
  for (const address of found) expect((await request.get(address)).status(), address).toBe(200);
});

test('returns status 404 with links to other pages for an unknown address', async ({ page, request }) => {
  for (const known of [
    '/pricing',
    '/verify-email',
    '/main',
    '/main/media',
    '/main/device/devicedetailpage',
    '/main/profile/contact',
    '/screen',
  ]) {
    expect((await request.get(`${product.origin}${known}`)).status(), known).toBe(200);
  }
  for (const unknown of ['/nothing', '/main/nothing', '/main/media/nothing', '/nothing.png', '/pages/home.html', '/admin/nothing']) {
    expect((await request.get(`${product.origin}${unknown}`)).status(), unknown).toBe(404);
  }
  await page.goto(`${product.origin}/nothing/here`);
  await expect(page.getByRole('heading', { name: 'Page Not Found!' })).toBeVisible();
});

test('shows the partner’s name and title to visitors from the partner', async ({ page }) => {
  for (const address of ['/', '/login'] as const) {
    await page.goto(`${product.origin}${address}?fromWVAdmin=true`);
    await expect(page.locator('#root:not([data-static])'), address).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(PAGES[address]);
    await expect(page).toHaveTitle(/\bWV\b/);
    expect(await head(page, 'meta[name=description]', 'content'), address).not.toContain('Vitrine');
    await expect(page.locator('body'), address).not.toContainText('Vitrine');
  }
});

/** Opens a page and delays its scripts. Returns a function that delivers them. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${product.origin}${path}`, { waitUntil: 'commit' });
  return gate.resolve;
}

test('sends a form that was submitted before the scripts arrived, and never puts its fields into the address', async ({ page }) => {
  const person = await ApiPerson.create(product, 'early@public-site.example');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const letScriptsArrive = await openWithoutScripts(page, '/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  letScriptsArrive();
  await expect(page).toHaveURL(/\/main\?/);
  expect(addresses.filter((address) => /[?&](password|email)=/.test(address))).toEqual([]);
});

test('keeps input and scroll position from before the scripts arrived', async ({ page }) => {
  const letScriptsArrive = await openWithoutScripts(page, '/connect');
  await page.getByLabel('Name').pressSequentially('Ada Love');
  letScriptsArrive();
  await expect(page.locator('#root:not([data-static])')).toBeAttached();
  await expect(page.getByAltText('Characters to type below')).toBeVisible();
  await page.keyboard.type('lace');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
  await expect(page.getByText('Name is required')).toBeHidden();
});

test('the photo wall of the home page has no gap at any width', async ({ page }) => {
  await page.goto(product.origin);
  const wall = page.getByRole('region', { name: 'Every photo deserves a frame' }).getByRole('list');
  for (const width of [390, 1000, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const share = await wall.evaluate(({ children, clientWidth, clientHeight }) => {
      const covered = [...children].reduce((sum, child) => sum + child.clientWidth * child.clientHeight, 0);
      return covered / (clientWidth * clientHeight);
    });
    // The rest is spacing. A missing small image would be another 4 %.
    expect(share, `${width} px`).toBeGreaterThan(0.91);
  }
});
