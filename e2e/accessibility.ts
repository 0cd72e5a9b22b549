import { expect, type Page } from '@playwright/test';
import loader, { type AxeResults, type RunOptions } from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
/**
 * Each size and each theme once, because every further run of axe costs as much again. The name decides which size is combined with which theme, so that
 * parts shared by many pages are seen in all four combinations.
 */
const LOOKS = [
  [
    { size: PHONE, colorScheme: 'light' },
    { size: DESK, colorScheme: 'dark' },
  ],
  [
    { size: PHONE, colorScheme: 'dark' },
    { size: DESK, colorScheme: 'light' },
  ],
] as const;
/** True in `npm run test:slow`, which inspects every state. */
const INSPECTS_ALL = process.env['SLOW_TESTS'] !== undefined;

const sumOfLetters = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
/** The same at every try. */
const looksAt = (name: string) => LOOKS[sumOfLetters(name) % 2 === 0 ? 0 : 1];
/** Two runs of axe take as long as many a journey, so `npm test` inspects a third of the states. The choice depends on the name only. */
const isInspected = (name: string) => INSPECTS_ALL || sumOfLetters(name) % 3 === 2;

/** As narrow as a page zoomed to 400 % on a desk (WCAG 1.4.10). */
const NARROWEST = { width: 320, height: 640 };

/** Opens each address that is inspected, one after the other. */
export async function inspectAll(page: Page, addresses: Record<string, string>, open: (address: string) => Promise<void>): Promise<void> {
  for (const [name, address] of Object.entries(addresses)) {
    if (!isInspected(name)) continue;
    await open(address);
    await inspect(page, name);
  }
}

/**
 * Inspects what is on the page now, on a phone and on a desk, one of them light and the other dark, without loading it again. Reports every violation of
 * WCAG 2.2 AA that a machine can find, and content that has to be scrolled sideways.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  if (!isInspected(name)) return;
  // The loading state is inspected separately; this waits for the state after it.
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  await page.setViewportSize(NARROWEST);
  await expectNoSidewaysScroll(page, `${name}, 320 px`);
  await inspectPart(page, name);
}

/** The same for a part of the page that is not still: on a phone and on a desk alone. `selectors` name the part. */
export async function inspectPart(page: Page, name: string, selectors?: string[]): Promise<void> {
  if (!isInspected(name)) return;
  for (const { size, colorScheme } of looksAt(name)) {
    const look = `${name}, ${size.width} px, ${colorScheme}`;
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoSidewaysScroll(page, look);
    expect.soft(await violationsOf(page, selectors), look).toEqual([]);
  }
}

/** No rule of these tags reads the style sheets, which axe would fetch first. */
const EVERYTHING: RunOptions = { runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'], preload: false };

/** Loading axe costs more than a run of it, so a document that has it keeps it. */
async function violationsOf(page: Page, include?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(loader.source);
  return page.evaluate(
    async ([given, parts]) => {
      const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } };
      // Base UI's guards catch the Tab key at both ends of a menu and send it on at once. They are never read out and never keep
      // the focus, but by their attributes they are hidden and focusable, which is what the rule looks at. Nothing else is left out.
      const context = { exclude: [['[data-base-ui-focus-guard]']], ...(parts ? { include: parts.map((part) => [part]) } : {}) };
      const { violations } = await axe.run(context, given);
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
    },
    [EVERYTHING, include] as const,
  );
}

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  await settle(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Waits until the page has followed a change of the window's size or theme. From the first call on, the document changes colors without a transition. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const look = window as unknown as { isInstant?: boolean };
    if (!look.isInstant) {
      const instant = new CSSStyleSheet();
      instant.replaceSync('*, *::before, *::after { transition: none !important; }');
      document.adoptedStyleSheets.push(instant);
      look.isInstant = true;
    }
    const twoFrames = async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    };
    await twoFrames();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await twoFrames();
  });
