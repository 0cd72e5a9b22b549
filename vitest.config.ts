import path from 'node:path';
import { defineConfig } from 'vitest/config';
import type {} from './packages/playback/src/testing/slow-tests.ts';

/**
 * Test files share modules, because loading them again takes longer than most tests. Tests must not replace modules or leave state in them. The
 * larger space for new objects saves a twentieth of the processor time, because they are copied less often. V8 otherwise discards the code of functions that
 * were not called for a while, and compiles it again for a later file.
 */
const shared = { isolate: false, execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64', '--no-flush-bytecode'] };

/** Node loads the files itself, as in production, instead of code that Vite has transformed. For projects without TSX, CSS and aliases. */
const native = { ...shared, experimental: { viteModuleRunner: false, nodeLoader: false } };

/** `npm run test:slow` runs all tests, `npm test` excludes the slow ones. */
const runsSlowTests = process.env['SLOW_TESTS'] !== undefined;
const slow = runsSlowTests ? [] : ['**/*.slow.test.ts'];

export default defineConfig({
  test: {
    // Small machines have two cores, and every server test file has its own database.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...native,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'e2e/*.test.ts'],
          exclude: ['apps/server/**/*.rules.test.ts', ...slow],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          provide: { runsSlowTests },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { ...native, name: 'rules', include: ['apps/server/**/*.rules.test.ts'] } },
      {
        test: {
          ...native,
          name: 'packages',
          include: ['packages/**/*.test.ts', '{scripts,tools}/**/*.test.ts'],
          provide: { runsSlowTests },
          testTimeout: 60_000,
        },
      },
      { test: { ...shared, name: 'web', include: ['apps/web/**/*.test.ts'] } },
      {
        resolve: { alias: { 'socket.io-client': path.resolve('apps/web/src/testing/fake-live.ts') } },
        test: {
          ...shared,
          // Without this condition the router takes Node for a server, where a page whose modules are still being evaluated is never rendered again.
          execArgv: [...shared.execArgv, '--conditions=development'],
          name: 'components',
          include: ['apps/web/**/*.test.tsx'],
          setupFiles: ['apps/web/src/testing/setup.ts'],
          testTimeout: 60_000,
        },
      },
      { test: { ...shared, name: 'screen', include: ['apps/screen/**/*.test.ts'] } },
    ],
  },
});
