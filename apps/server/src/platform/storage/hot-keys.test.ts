import { expect, it } from 'vitest';
import { createHotKeyCounter } from './hot-keys.ts';

it('says once that a key is asked for often', () => {
  const hot = createHotKeyCounter();
  expect([hot.recordAccess('a'), hot.recordAccess('b'), hot.recordAccess('a'), hot.recordAccess('a'), hot.recordAccess('a')]).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});
