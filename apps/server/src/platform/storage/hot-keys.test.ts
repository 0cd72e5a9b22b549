import { expect, it } from 'vitest';
import { createHotKeys } from './hot-keys.ts';

it('says once that a key is asked for often', () => {
  const hot = createHotKeys();
  expect([hot.note('a'), hot.note('b'), hot.note('a'), hot.note('a'), hot.note('a')]).toEqual([false, false, false, true, false]);
});
