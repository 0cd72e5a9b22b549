import { defineConfig } from 'vitest/config';

/** Most of a file's time would go into loading its imports again; no unit test leaves anything behind in a module. */
const unit = { isolate: false };

export default defineConfig({
  test: {
    // Two cores, and every server test has a database of its own.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: ['apps/server/**/*.rules.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { ...unit, name: 'rules', include: ['apps/server/**/*.rules.test.ts'] } },
      { test: { ...unit, name: 'packages', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...unit, name: 'web', include: ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'] } },
      { test: { ...unit, name: 'screen', include: ['apps/screen/**/*.test.ts'] } },
    ],
  },
});
