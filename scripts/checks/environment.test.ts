import { expect, it } from 'vitest';
import { findEnvironmentReads } from './environment.ts';

it('reports a module that reads the environment', () => {
  expect(findEnvironmentReads([{ path: 'apps/server/src/modules/albums/a.ts', text: 'const port = process.env.PORT;' }])).toHaveLength(1);
});

it('accepts main.ts', () => {
  expect(findEnvironmentReads([{ path: 'apps/server/src/main.ts', text: 'readConfig(process.env)' }])).toEqual([]);
});
