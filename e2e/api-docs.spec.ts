/** The API documentation in a real browser with the content security policy of all pages. */
import { expect, type Page } from '@playwright/test';
import { collectPolicyViolations } from './policy-violations.ts';
import { test } from './product-test.ts';

/** Expected violation: the viewer's copy of zod tries to compile code and works without it when the policy forbids that. */
const PROBE = 'script-src eval';
/** The viewer is 4 MB of script, which takes long to start on a busy machine. */
const START_TIMEOUT_MS = 45_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

async function expectOperation(page: Page, colorScheme: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Creates an album.' }).first()).toBeVisible({ timeout: START_TIMEOUT_MS });
  await expect(page.getByText('ALBUM_LIMIT: You’ve reached your plan’s album limit.').first()).toBeVisible();
  await expect(page.locator('body')).toHaveClass(new RegExp(`${colorScheme}-mode`));
  const { width } = page.viewportSize() ?? {};
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

// Starting the viewer takes several seconds of processor time, so each theme starts in one size and is resized to the other. The dark theme repeats the checks
// of the light one.
for (const [colorScheme, first, second, tag] of [
  ['light', PHONE, DESKTOP, []],
  ['dark', DESKTOP, PHONE, ['@slow']],
] as const)
  test(`shows an operation with its errors and all error codes on a phone and a desktop, ${colorScheme}`, { tag: [...tag] }, async ({
    browser,
    shared,
  }) => {
    const context = await browser.newContext({ viewport: first, colorScheme });
    const page = await context.newPage();
    const refused = await collectPolicyViolations(page);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(shared.origin)) foreign.push(request.url());
    });
    await page.goto(`${shared.origin}/api/docs#tag/albums/POST/api/albums`);
    await expectOperation(page, colorScheme);
    await page.setViewportSize(second);
    await expectOperation(page, colorScheme);
    const row = page.getByRole('row', { name: /PLAYLIST_EMPTY/ });
    await expect(row).toContainText('This playlist is empty. Add an album with photos or videos first.');
    expect(refused.filter((violation) => violation !== PROBE)).toEqual([]);
    expect(foreign).toEqual([]);
    await context.close();
  });
