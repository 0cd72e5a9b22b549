/** A newer version of the screen is tried and adopted. Before Chromium 72, a service worker cannot determine which page it serves. */
import { expect } from '@playwright/test';
import type { ShellState } from '../../apps/screen/src/shell/shell-state.ts';
import { createImage, releaseVersion, test } from '../screen-page.ts';
import type { FakeServer } from '../stage-fake-server.ts';
import { chooseOldest, formatTitle } from './browser-choice.ts';
import { runInBrowser, type ScreenBrowser } from './screen-browser.ts';

const NEWER = 'c';
const IS_PLAYING = '!!window.__vitrine && window.__vitrine.itemId === "a-0"';
const IS_HELD = 'navigator.serviceWorker.controller !== null';
const UPDATE =
  'navigator.serviceWorker.getRegistration().then(function (found) { return found.update(); }).then(function () { return true; })';
const READ_STATE = `caches.match('/screen/shell-state').then(function (kept) { return kept ? kept.json() : null; })`;
const within = (timeout: number) => ({ timeout });

async function expectUpdate(browser: ScreenBrowser, server: FakeServer): Promise<void> {
  server.publish([{ id: 'a', files: [await createImage(0, 60_000)] }]);
  await browser.open(`${server.origin}/screen/`);
  for (const condition of [IS_PLAYING, IS_HELD]) await expect.poll(() => browser.evaluate(condition), within(30_000)).toBe(true);
  const before = await browser.evaluate<ShellState>(READ_STATE);
  expect(before.good).toMatch(/^[0-9a-f]{16}$/);

  releaseVersion(server, NEWER, (html) => html.replace('<html', '<html data-build="newer"'));
  await browser.evaluate(UPDATE);
  const readDecision = async () => {
    // The evaluation fails while the page is being replaced.
    const { good, trial, bad } = await browser.evaluate<ShellState>(READ_STATE).catch(() => before);
    // The trial has two possible ends, so a rollback is reported at once.
    return trial || (good === before.good && bad.length === 0) ? 'undecided' : { good, bad };
  };
  await expect.poll(readDecision, within(60_000)).not.toBe('undecided');
  expect(await readDecision()).toEqual({ good: NEWER.repeat(16), bad: [] });
  expect(await browser.evaluate('document.documentElement.getAttribute("data-build")')).toBe('newer');
  await server.stop();
  await browser.open(`${server.origin}/screen/`);
  await expect.poll(() => browser.evaluate(IS_PLAYING), within(30_000)).toBe(true);
  expect(await browser.evaluate('document.documentElement.getAttribute("data-build")')).toBe('newer');
}

const [choice] = chooseOldest();

test(`tries and keeps a newer version in ${formatTitle(choice)}`, async ({ server }) => {
  test.skip(choice.missing !== null, choice.missing ?? '');
  await runInBrowser(await choice.start(), (browser) => expectUpdate(browser, server));
});
