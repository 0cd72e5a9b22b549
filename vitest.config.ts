import { defineConfig } from 'vitest/config';

/** Loading its imports anew costs more than most files' tests; so no test replaces a module, or leaves anything behind in one. */
const shared = { isolate: false };

export default defineConfig({
  test: {
    // Two cores, and every server test has a database of its own.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'e2e/*.test.ts'],
          exclude: ['apps/server/**/*.rules.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { ...shared, name: 'rules', include: ['apps/server/**/*.rules.test.ts'] } },
      { test: { ...shared, name: 'packages', include: ['packages/**/*.test.ts', '{scripts,tools}/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...shared, name: 'web', include: ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'] } },
      { test: { ...shared, name: 'screen', include: ['apps/screen/**/*.test.ts'] } },
    ],
  },
});
