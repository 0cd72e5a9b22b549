import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two cores, and every server test has a database of its own.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'packages', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'web', include: ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'] } },
      { test: { name: 'screen', include: ['apps/screen/**/*.test.ts'] } },
    ],
  },
});
