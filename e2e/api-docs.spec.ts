/** The API documentation in a real browser with the content security policy of all pages. */
import { type Browser, expect, type Page } from '@playwright/test';
import { collectPolicyViolations } from './policy-violations.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';

/** Expected violation: the viewer's copy of zod tries to compile code and works without it when the policy forbids that. */
const PROBE = 'script-src eval';
/** The viewer is 4 MB of script, which takes long to start on a busy machine. */
const START_TIMEOUT_MS = 45_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const SHOWN_PATH = '/api/albums';

interface OpenApiDocument {
  paths: Record<string, unknown>;
  components: Record<string, Record<string, unknown>>;
}

/** Returns the document with one path and the components that it needs. */
function selectPath(document: OpenApiDocument, path: string): OpenApiDocument {
  const paths = { [path]: document.paths[path] };
  const components: OpenApiDocument['components'] = { securitySchemes: document.components['securitySchemes'] ?? {} };
  const remaining: unknown[] = [paths];
  while (remaining.length > 0)
    for (const [, kind = '', name = ''] of JSON.stringify(remaining.pop()).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      const parts = (components[kind] ??= {});
      if (name in parts) continue;
      parts[name] = document.components[kind]?.[name];
      remaining.push(parts[name]);
    }
  return { ...document, paths, components };
}

async function expectOperation(page: Page, colorScheme: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Creates an album.' }).first()).toBeVisible({ timeout: START_TIMEOUT_MS });
  await expect(page.getByText('ALBUM_LIMIT: You’ve reached your plan’s album limit.').first()).toBeVisible();
  await expect(page.locator('body')).toHaveClass(new RegExp(`${colorScheme}-mode`));
  const { width } = page.viewportSize() ?? {};
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

interface Appearance {
  colorScheme: 'light' | 'dark';
  /** Sizes of the window, one after the other: starting the viewer takes several seconds of processor time. */
  sizes: [first: typeof PHONE, second: typeof PHONE];
  change?: (document: OpenApiDocument) => OpenApiDocument;
}

async function expectDocumentation(browser: Browser, { origin }: Product, { colorScheme, sizes: [first, second], change }: Appearance) {
  const context = await browser.newContext({ viewport: first, colorScheme });
  const page = await context.newPage();
  const refused = await collectPolicyViolations(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) foreign.push(request.url());
  });
  if (change)
    await page.route('**/api/openapi.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as OpenApiDocument) });
    });
  await page.goto(`${origin}/api/docs#tag/albums/POST${SHOWN_PATH}`);
  await expectOperation(page, colorScheme);
  await page.setViewportSize(second);
  await expectOperation(page, colorScheme);
  const row = page.getByRole('row', { name: /PLAYLIST_EMPTY/ });
  await expect(row).toContainText('This playlist is empty. Add an album with photos or videos first.');
  expect(refused.filter((violation) => violation !== PROBE)).toEqual([]);
  expect(foreign).toEqual([]);
  await context.close();
}

// The viewer takes most of its time for the other operations of the document.
test('shows an operation with its errors and all error codes on a phone and a desktop, light', async ({ browser, shared }) => {
  const change = (document: OpenApiDocument) => selectPath(document, SHOWN_PATH);
  await expectDocumentation(browser, shared, { colorScheme: 'light', sizes: [PHONE, DESKTOP], change });
});

test('shows an operation of the complete document on a desktop and a phone, dark', { tag: '@slow' }, async ({ browser, shared }) => {
  await expectDocumentation(browser, shared, { colorScheme: 'dark', sizes: [DESKTOP, PHONE] });
});
