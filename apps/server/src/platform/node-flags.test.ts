import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SERVER_FLAGS } from './node-flags.ts';

it('match the flags with which the product is started', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['start']).toBe(`node ${SERVER_FLAGS.join(' ')} scripts/run.mjs start`);
});
