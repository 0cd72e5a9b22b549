import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/**
 * Pairs of the four combinations of size and theme, because each run of axe takes time. The name of the state selects the pair, so that components shared by
 * many pages are inspected in all four.
 */
const VARIANTS = [
  [
    { size: PHONE, colorScheme: 'light' },
    { size: DESKTOP, colorScheme: 'dark' },
  ],
  [
    { size: PHONE, colorScheme: 'dark' },
    { size: DESKTOP, colorScheme: 'light' },
  ],
] as const;
/** True in `npm run test:slow`, which inspects every state in both variants. */
const INSPECT_ALL = process.env['SLOW_TESTS'] !== undefined;

const sumCharCodes = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
/** Selects the variants of a state by its name only, so that retries inspect the same ones. `npm test` inspects one of the pair. */
function chooseVariants(name: string) {
  const code = sumCharCodes(name);
  const pair = VARIANTS[code % 2 === 0 ? 0 : 1];
  return INSPECT_ALL ? pair : [pair[Math.floor(code / 2) % 2 === 0 ? 0 : 1]];
}
/** A run of axe takes as long as some journeys, so `npm test` inspects a third of the states. The choice depends on the name only. */
const isInspected = (name: string) => INSPECT_ALL || sumCharCodes(name) % 3 === 2;

/** Width of a desktop page at a zoom of 400 % (WCAG 1.4.10). */
const NARROWEST = { width: 320, height: 640 };

/** Opens and inspects each state, by its name. Does not open states that `npm test` does not inspect. */
export async function inspectStates(page: Page, states: Record<string, () => Promise<unknown>>): Promise<void> {
  for (const [name, open] of Object.entries(states)) {
    if (!isInspected(name)) continue;
    await open();
    await inspect(page, name);
  }
}

/** Opens and inspects each address, as `inspectStates` does. */
export const inspectAll = (page: Page, addresses: Record<string, string>, open: (address: string) => Promise<void>): Promise<void> =>
  inspectStates(page, Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, () => open(address)])));

/**
 * Inspects the current state of the page without reloading it: in phone size and desktop size, one of them in the light and the other in the dark theme, or
 * only one of both in `npm test`. Reports the violations of WCAG 2.2 AA that axe finds, and horizontal scrolling.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  if (!isInspected(name)) return;
  // The loading state is inspected separately; this waits for the state after it.
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  await page.setViewportSize(NARROWEST);
  await expectNoHorizontalScroll(page, `${name}, 320 px`);
  await inspectPart(page, name);
}

/** Inspects a part of the page that changes, without the narrowest size. `selectors` select the part. */
export async function inspectPart(page: Page, name: string, selectors?: string[]): Promise<void> {
  if (!isInspected(name)) return;
  for (const { size, colorScheme } of chooseVariants(name)) {
    const variant = `${name}, ${size.width} px, ${colorScheme}`;
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoHorizontalScroll(page, variant);
    await expectOnePrimaryButton(page, variant);
    expect.soft(await findViolations(page, selectors), variant).toEqual([]);
  }
  // Tests continue in desktop size, whichever variant was inspected.
  await page.setViewportSize(DESKTOP);
}

/** `preload` is off, because no rule of these tags needs the style sheets. */
const AXE_OPTIONS: RunOptions = { runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'], preload: false };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Loads axe once per document. Loading takes as long as a run with `page.evaluate`, which passes the script to `eval`, and a fifth of that with a script that the
 * browser has compiled for an earlier document.
 */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  const client = await page.context().newCDPSession(page);
  await client.send('Runtime.evaluate', { expression: AXE });
  await client.detach();
}

async function findViolations(page: Page, include?: string[]): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(
    async ([options, parts]) => {
      const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } };
      // Focus guards of Base UI redirect the Tab key at both ends of a menu. Screen readers ignore them and they never keep the focus, but their
      // attributes (hidden and focusable) violate a rule. Nothing else is excluded.
      const context = { exclude: [['[data-base-ui-focus-guard]']], ...(parts ? { include: parts.map((part) => [part]) } : {}) };
      const { violations } = await axe.run(context, options);
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
    },
    [AXE_OPTIONS, include] as const,
  );
}

async function expectNoHorizontalScroll(page: Page, name: string): Promise<void> {
  await waitUntilStable(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overflow, `${name} scrolls horizontally`).toBeLessThanOrEqual(0);
}

/** Each form, dialog or page has at most one primary button, so that users see what to do next. The site's own header is left out, and only the topmost dialog counts. */
async function expectOnePrimaryButton(page: Page, name: string): Promise<void> {
  const labels = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
    const buttons = [...(dialog ?? document).querySelectorAll<HTMLElement>('button, a')].filter((button) =>
      [...button.classList].some((style) => style.startsWith('_primary_')),
    );
    const visible = buttons.filter((button) => button.checkVisibility() && (dialog || button.closest('main')));
    return [...Map.groupBy(visible, (button) => button.closest('form')).values()].map((group) => group.map(({ innerText }) => innerText));
  });
  for (const group of labels) expect.soft(group.length, `${name} has the primary buttons ${group.join(', ')}`).toBeLessThanOrEqual(1);
}

/** Waits until the page has followed a change of the window's size or theme. From the first call on, the document changes colors without a transition. */
const waitUntilStable = (page: Page) =>
  page.evaluate(async () => {
    const variant = window as unknown as { isInstant?: boolean };
    if (!variant.isInstant) {
      const instant = new CSSStyleSheet();
      instant.replaceSync('*, *::before, *::after { transition: none !important; }');
      document.adoptedStyleSheets.push(instant);
      variant.isInstant = true;
    }
    const twoFrames = async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    };
    await twoFrames();
    const animations = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(animations.map(({ finished }) => finished));
    await twoFrames();
  });
