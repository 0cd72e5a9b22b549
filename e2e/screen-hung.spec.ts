/** A page whose thread hangs. No test's browser here: with developers' tools attached, a browser does not replace such a page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { image, test } from './screen-page.ts';
import type { FakeServer } from './stage-fake-server.ts';

/** Beats missed and a moment more; then asking again, once a minute where only the server has the page. */
const MISSED_AFTER_MS = 45_000;
const HEALED_WITHIN_MS = 90_000;

let browser: ChildProcess | undefined;
test.afterEach(async () => {
  if (!browser || browser.exitCode !== null) return;
  const ended = once(browser, 'exit');
  browser.kill('SIGKILL');
  await ended;
});

async function openUnwatched(address: string): Promise<void> {
  const flags = [
    ...CHROMIUM_FLAGS,
    '--headless',
    '--host-resolver-rules=MAP screens.test 127.0.0.1',
    `--user-data-dir=${test.info().outputPath('profile')}`,
  ];
  browser = spawn(await findChromium(), [...flags, address], { stdio: 'ignore' });
}

/** The page hangs a while after it was loaded, as often as it is told to. */
function hangAfter(server: FakeServer, delayMs: number): void {
  server.built.set('index.html', (html) => html.replace('</body>', '<script src="/screen/hang.js"></script></body>'));
  server.built.set('hang.js', () => `setTimeout(() => { for (;;); }, ${delayMs});`);
}
const hangNoMore = (server: FakeServer) => server.built.set('hang.js', () => '');

const heals = (server: FakeServer) => server.reports.at(-1)?.health?.heals;
const showing = (server: FakeServer) => server.reports.at(-1)?.itemId;

for (const { where, host } of [
  { where: 'where the browser keeps the page', host: 'localhost' },
  { where: 'on plain http', host: 'screens.test' },
]) {
  test(`is loaded again by the frame beside it ${where}, with its server away meanwhile, and says so`, async ({ server }) => {
    test.setTimeout(HEALED_WITHIN_MS + 120_000);
    hangAfter(server, 5000);
    server.publish([{ id: 'a', files: [await image(0, 60_000)] }]);
    await openUnwatched(`http://${host}:${server.port}/screen/?rotate=90`);
    await expect.poll(() => showing(server), { timeout: 30_000 }).toBe('a-0');
    expect(heals(server)).toBe(0);
    hangNoMore(server);
    await server.stop();
    // Time is the subject: until the frame has missed the page and tried. Its server is away, so nothing tells from outside.
    await new Promise((resolve) => setTimeout(resolve, MISSED_AFTER_MS));
    await server.start();
    await expect.poll(() => heals(server), { timeout: HEALED_WITHIN_MS }).toBe(1);
    await expect.poll(() => showing(server)).toBe('a-0');
  });
}
