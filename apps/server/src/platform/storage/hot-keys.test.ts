import { expect, it } from 'vitest';
import { createHotKeyCounter } from './hot-keys.ts';

it('reports once that a key is requested often', () => {
  const hot = createHotKeyCounter();
  expect([hot.recordAccess('a'), hot.recordAccess('b'), hot.recordAccess('a'), hot.recordAccess('a'), hot.recordAccess('a')]).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});
