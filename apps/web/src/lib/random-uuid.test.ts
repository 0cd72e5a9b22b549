import { expect, test } from 'vitest';
import { z } from 'zod';
import { randomUuid } from './random-uuid.ts';

test('what is made is a UUID, and another one each time', () => {
  const made = Array.from({ length: 50 }, randomUuid);
  for (const one of made) expect(z.uuidv4().safeParse(one).success).toBe(true);
  expect(new Set(made).size).toBe(50);
});
