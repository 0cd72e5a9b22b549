import { defineConfig } from '@playwright/test';
import { freeSharedMemory } from '../scripts/shared-memory.ts';
import { CHROMIUM_FLAGS } from './chromium.ts';

/** `npm run test:slow` and `test:browsers` run all tests. `npm test` excludes files named `*.slow.spec.ts` and tests tagged `@slow`. */
const RUNS_ALL = process.env['SLOW_TESTS'] !== undefined || process.env['BROWSERS'] !== undefined;

/**
 * Free space of /dev/shm with which browsers share memory there, in bytes. Playwright makes them use files in the temporary folder instead, because containers
 * often have only 64 MB. On ext4, creating and deleting those files takes a tenth of the processor time of all journeys.
 */
const SHARED_MEMORY_BYTES = 1e9;

export default defineConfig({
  testDir: '.',
  ...(RUNS_ALL ? {} : { grepInvert: /@slow/ }),
  testMatch: '*.spec.ts',
  testIgnore: RUNS_ALL ? [] : '**/*.slow.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Each worker has a server, a database and a browser. Journeys of screens mostly wait, so four of them fill two cores.
  workers: 4,
  // Browser tests can fail on a busy machine, so each has a second attempt. `npm test` names each test that needed it.
  retries: 1,
  timeout: 120_000,
  // A busy machine needs long for a page that a quiet one shows in a second.
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      get executablePath() {
        return process.env['CHROMIUM'] ?? '';
      },
      args: CHROMIUM_FLAGS,
      ignoreDefaultArgs: freeSharedMemory() > SHARED_MEMORY_BYTES ? ['--disable-dev-shm-usage'] : [],
    },
    // Tracing first attempts would slow down all tests.
    trace: 'on-first-retry',
    // Shows why a first attempt failed, because the second one may pass.
    screenshot: 'only-on-failure',
    serviceWorkers: 'allow',
    // Without a GPU, animations use the processor for as long as they run. Tests of animations emulate the other preference.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
