import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const LOOKS = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'light' },
] as const;
/** As narrow as a page zoomed to 400 % on a desk (WCAG 1.4.10). */
const NARROWEST = { width: 320, height: 640 };

/**
 * Looks at what is on the page now, on a phone and on a desk, in both themes, without loading it again: no violation of
 * WCAG 2.2 AA that a machine can find, and nothing that has to be scrolled sideways.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  // What is on its way has a face of its own; the one looked at here is what comes after it.
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  await page.setViewportSize(NARROWEST);
  await expectNoSidewaysScroll(page, `${name}, 320 px`);
  for (const { width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    expect.soft(await violationsOf(page, colorScheme), `${name}, ${width} px, ${colorScheme}`).toEqual([]);
    if (colorScheme === 'light') await expectNoSidewaysScroll(page, `${name}, ${width} px`);
  }
}

/** The other theme has other colours, and nothing else. */
async function violationsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // Otherwise each look at a page opens another one, to gather what frames of other origins say; there are none here.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (colorScheme === 'light') axe.withTags(RULES);
  else axe.withRules(['color-contrast']);
  // Base UI's guards catch the Tab key at both ends of a menu and send it on at once. They are never read out and never keep
  // the focus, but by their attributes they are hidden and focusable, which is what the rule looks at. Nothing else is left out.
  const { violations } = await axe.exclude('[data-base-ui-focus-guard]').analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  await settle(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** What follows the window's size has followed; no colour is between two themes. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
