/** The message for browsers that are too old to run the page's script. */
import { expect, type Page } from '@playwright/test';
import { createImage, test, waitForItem } from './screen-page.ts';

test.use({ viewport: { width: 1280, height: 720 } });

const APPEARS_AFTER_MS = 20_000;
/** The property `visibility` changes at the end of an animation of one millisecond. */
const PAST_MS = APPEARS_AFTER_MS + 10;

const message = (page: Page) => page.getByRole('heading', { name: 'This browser is too old to be a screen', includeHidden: true });

/** Sets the clock of every CSS animation of the page. */
const setAnimationTime = (page: Page, atMs: number) =>
  page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, atMs);

test('shows the supported browsers after 20 s when the script does not run', async ({ page, server }) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${server.origin}/screen/`);
  await setAnimationTime(page, APPEARS_AFTER_MS - 10);
  await expect(message(page)).toBeHidden();
  await setAnimationTime(page, PAST_MS);
  await expect(message(page)).toBeVisible();
  await expect(page.locator('#too-old')).toContainText('Chromium browser from version 69');
  await expect(page.locator('#too-old')).toBeInViewport({ ratio: 1 });
});

test('shows no message when the script runs, also over a photo', async ({ page, server }) => {
  await page.goto(`${server.origin}/screen/`);
  await page.waitForFunction(() => window.__vitrine?.state === 'waiting');
  await setAnimationTime(page, PAST_MS);
  await expect(message(page)).toHaveCount(0);
  server.publish([{ id: 'a', files: [await createImage(0, 60_000)] }]);
  await waitForItem(page, 'a-0');
  await setAnimationTime(page, PAST_MS);
  await expect(message(page)).toHaveCount(0);
  await expect(page.locator('#face')).toBeHidden();
});
