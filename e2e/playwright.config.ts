import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './chromium.ts';

/** Minutes each, and one worker does a file: begun last, they would be waited for with the other core idle. */
const LONG = [
  '**/accessible.spec.ts',
  '**/screen-hung.spec.ts',
  '**/uploads-survive.spec.ts',
  '**/preview.spec.ts',
  '**/remote-control.spec.ts',
];

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: LONG },
  ],
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Each journey has a server, a database and browsers of its own, and waits half of its time: three of them fill two cores.
  workers: 3,
  // A browser that loses a race on a busy machine gets a second try; `npm test` names whoever needed it.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      get executablePath() {
        return process.env['CHROMIUM'] ?? '';
      },
      args: CHROMIUM_FLAGS,
    },
    // Tracing every first try would slow all of them down.
    trace: 'on-first-retry',
    // What the page looked like when a first try failed: the second may pass and say nothing.
    screenshot: 'only-on-failure',
    serviceWorkers: 'allow',
  },
});
