import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SERVER_FLAGS } from './server-flags.ts';
import { TYPESCRIPT_FLAGS } from './typescript-flags.ts';

it('are what the product is started with', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const own = SERVER_FLAGS.filter((flag) => !TYPESCRIPT_FLAGS.includes(flag));
  expect(scripts['start']).toBe(`node ${own.join(' ')} scripts/run.mjs start`);
});
