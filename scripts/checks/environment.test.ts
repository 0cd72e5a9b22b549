import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findEnvironmentReads } from './environment.ts';
import { root } from './source-files.ts';

it('refuses a module that reads the environment', () => {
  expect(findEnvironmentReads([{ path: 'apps/server/src/modules/albums/a.ts', text: 'const port = process.env.PORT;' }])).toHaveLength(1);
});

it('accepts the one reader', () => {
  expect(findEnvironmentReads([{ path: 'apps/server/src/main.ts', text: 'readConfig(process.env)' }])).toEqual([]);
});

it('finds every setting of the configuration in the README', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const names = [...read('apps/server/src/config/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  // The search path of the system, and a stand-in for Stripe in tests.
  const hidden = ['PATH', 'STRIPE_API_URL'];
  const readme = read('README.md');
  expect(names.filter((name) => !hidden.includes(name) && !readme.includes(`\`${name}\``))).toEqual([]);
});
