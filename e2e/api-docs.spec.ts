/** The API documentation in a real browser with the content security policy of all pages. */
import { expect } from '@playwright/test';
import { collectPolicyViolations } from './policy-violations.ts';
import { test } from './product-test.ts';

/** Expected violation: the viewer's copy of zod tries to compile code and works without it when the policy forbids that. */
const PROBE = 'script-src eval';
/** The viewer is 4 MB of script, which takes long to start on a busy machine. */
const START_TIMEOUT_MS = 45_000;

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`shows an operation with its errors at ${width} px, ${colorScheme}`, async ({ browser, shared }) => {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      const refused = await collectPolicyViolations(page);
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(shared.origin)) foreign.push(request.url());
      });
      await page.goto(`${shared.origin}/api/docs#tag/albums/POST/api/albums`);
      await expect(page.getByRole('heading', { name: 'Creates an album.' }).first()).toBeVisible({ timeout: START_TIMEOUT_MS });
      await expect(page.getByText('ALBUM_LIMIT: You’ve reached your plan’s album limit.').first()).toBeVisible();
      await expect(page.locator('body')).toHaveClass(new RegExp(`${colorScheme}-mode`));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(refused.filter((violation) => violation !== PROBE)).toEqual([]);
      expect(foreign).toEqual([]);
      await context.close();
    });

test('lists every error code with its message', async ({ page, shared }) => {
  await page.goto(`${shared.origin}/api/docs`);
  const row = page.getByRole('row', { name: /PLAYLIST_EMPTY/ });
  await expect(row).toContainText('This playlist is empty. Add an album with photos or videos first.', {
    timeout: START_TIMEOUT_MS,
  });
});
