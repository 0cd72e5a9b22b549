/** A page whose main thread hangs. The browser runs without Playwright, because a browser with attached developer tools does not replace such a page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { WATCHDOG_BEAT_INTERVAL_MS, WATCHDOG_FRAME_SCRIPT } from '@vitrine/contract/watchdog-frame';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { createImage, test } from './screen-page.ts';
import type { FakeServer } from './stage-fake-server.ts';

/** Delay after which the page hangs, once it has shown its image and is controlled by a service worker. */
const HANG_AFTER_MS = 8000;
const SHORT_INTERVAL_MS = 1000;

let browser: ChildProcess | undefined;
test.afterEach(async () => {
  if (!browser || browser.exitCode !== null) return;
  const ended = once(browser, 'exit');
  browser.kill('SIGKILL');
  await ended;
});

async function openWithoutDebugger(address: string): Promise<void> {
  const flags = [
    ...CHROMIUM_FLAGS,
    '--headless',
    // Desktop Chromium runs the frame's origin in a separate process; the headless one only does so with this flag.
    '--site-per-process',
    '--host-resolver-rules=MAP screens.test 127.0.0.1',
    `--user-data-dir=${test.info().outputPath('profile')}`,
  ];
  browser = spawn(await findChromium(), [...flags, address], { stdio: 'ignore' });
}

const shortenInterval = (script: string) => script.replace(`}, ${WATCHDOG_BEAT_INTERVAL_MS});`, `}, ${SHORT_INTERVAL_MS});`);
const digest = (script: string) => createHash('sha256').update(script).digest('base64');

/** Shortens the watchdog interval in the page and in the script of the frame, whose hash the policy must contain. */
function shortenWatchdog(server: FakeServer): void {
  server.policy = server.policy.replace(digest(WATCHDOG_FRAME_SCRIPT), digest(shortenInterval(WATCHDOG_FRAME_SCRIPT)));
  injectHang(server, '<script src="/screen/quicken.js"></script>');
  server.overrides.set('quicken.js', () => `(${shortenWatchdogInPage.toString()})(${WATCHDOG_BEAT_INTERVAL_MS}, ${SHORT_INTERVAL_MS})`);
}

/** Runs in the page. */
function shortenWatchdogInPage(usualMs: number, quickMs: number): void {
  const { setInterval } = window;
  window.setInterval = ((work: () => void, ms: number) => setInterval(work, ms === usualMs ? quickMs : ms)) as typeof window.setInterval;
  const srcdoc = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'srcdoc');
  Object.defineProperty(HTMLIFrameElement.prototype, 'srcdoc', {
    set(this: HTMLIFrameElement, html: string) {
      srcdoc?.set?.call(this, html.replace(`}, ${usualMs});`, `}, ${quickMs});`));
    },
  });
}

function injectHang(server: FakeServer, before = ''): void {
  server.overrides.set('index.html', (html) =>
    html.replace('<head>', `<head>${before}`).replace('</body>', '<script src="/screen/hang.js"></script></body>'),
  );
}

/** Makes the page hang after it was loaded, this number of times. */
function hangAfter(server: FakeServer, delayMs: number): void {
  server.overrides.set('hang.js', () => `setTimeout(() => { for (;;); }, ${delayMs});`);
}
const disableHang = (server: FakeServer) => server.overrides.set('hang.js', () => '');

const readReloadCount = (server: FakeServer) => server.reports.at(-1)?.health?.heals;
const readShownItem = (server: FakeServer) => server.reports.at(-1)?.itemId;

/** Opens a page that hangs while the server is stopped for this time, and waits for the page that replaces it. */
async function expectReloaded(server: FakeServer, host: string, outageMs: number): Promise<void> {
  hangAfter(server, HANG_AFTER_MS);
  server.publish([{ id: 'a', files: [await createImage(0, 60_000)] }]);
  await openWithoutDebugger(`http://${host}:${server.port}/screen/?rotate=90`);
  await expect.poll(() => readShownItem(server), { timeout: 30_000 }).toBe('a-0');
  expect(readReloadCount(server)).toBe(0);
  disableHang(server);
  await server.stop();
  // A fixed delay until the frame has detected the hang and tried to reload. Without its server, no event is observable.
  await new Promise((resolve) => setTimeout(resolve, outageMs));
  await server.start();
  await expect.poll(() => readReloadCount(server), { timeout: 45_000 }).toBe(1);
  await expect.poll(() => readShownItem(server)).toBe('a-0');
}

test('the frame reloads a hung page on plain http once the server is back, and the page reports it', async ({ server }) => {
  shortenWatchdog(server);
  await expectReloaded(server, 'screens.test', HANG_AFTER_MS + 8 * SHORT_INTERVAL_MS);
});

// Runs in real time, because the browser decides when to stop an idle service worker.
test('the frame reloads a hung page from the service worker without the server, and the page reports it', async ({ server }) => {
  test.setTimeout(240_000);
  injectHang(server);
  await expectReloaded(server, 'localhost', HANG_AFTER_MS + 16 * WATCHDOG_BEAT_INTERVAL_MS);
});
