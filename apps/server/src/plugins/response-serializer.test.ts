import { expect, it } from 'vitest';
import { z } from 'zod';
import { responseSerializer } from './response-serializer.ts';

it('writes only the fields that the schema of the response declares, at every depth', () => {
  const schema = z.object({ result: z.array(z.object({ name: z.string() })) });
  const write = responseSerializer({ schema, method: 'GET', url: '/' } as never);
  const row = { name: 'Ana', password_hash: '$argon2id$' };
  expect(JSON.parse(write({ result: [row], internal: true }))).toEqual({ result: [{ name: 'Ana' }] });
});
