import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './chromium.ts';

/** The longest files. They run first: one worker runs a file, and at the end of the run the other one would have nothing left to do. */
const LONG = ['**/accessible.spec.ts', '**/preview*.spec.ts', '**/remote-control.spec.ts', '**/*.slow.spec.ts'];
/** `npm run test:slow` and `test:browsers` run all tests. `npm test` leaves out files named `*.slow.spec.ts` and tests tagged `@slow`. */
const RUNS_ALL = process.env['SLOW_TESTS'] !== undefined || process.env['BROWSERS'] !== undefined;
const LEFT_OUT = RUNS_ALL ? [] : ['**/*.slow.spec.ts'];

/**
 * Whether browsers can share memory through /dev/shm. Playwright uses files in the temporary folder instead, because containers often have only 64 MB
 * there. Creating and deleting them takes a tenth of the processor time of all journeys on ext4.
 */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 1_000_000_000;
}

export default defineConfig({
  testDir: '.',
  ...(RUNS_ALL ? {} : { grepInvert: /@slow/ }),
  projects: [
    { name: 'long', testMatch: LONG, testIgnore: LEFT_OUT },
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: LONG },
  ],
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Each worker has a server, a database and a browser. Journeys of screens mostly wait, so four of them fill two cores.
  workers: 4,
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
      ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    },
    // Tracing every first try would slow all of them down.
    trace: 'on-first-retry',
    // What the page looked like when a first try failed: the second may pass and say nothing.
    screenshot: 'only-on-failure',
    serviceWorkers: 'allow',
  },
});
