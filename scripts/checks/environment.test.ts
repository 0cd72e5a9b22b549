import { expect, it } from 'vitest';
import { findEnvironmentReads } from './environment.ts';

it('refuses a module that reads the environment', () => {
  expect(findEnvironmentReads([{ path: 'apps/server/src/modules/albums/a.ts', text: 'const port = process.env.PORT;' }])).toHaveLength(1);
});

it('accepts the one reader', () => {
  expect(findEnvironmentReads([{ path: 'apps/server/src/main.ts', text: 'readConfig(process.env)' }])).toEqual([]);
});
