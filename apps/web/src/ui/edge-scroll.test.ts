import { expect, it } from 'vitest';
import { getEdgeScrollSpeed } from './edge-scroll.ts';

it.each([
  [400, 0],
  [100, 0],
  [44, -7],
  [0, -14],
  [-30, -14],
  [756, 7],
  [830, 14],
])('what is held %i pixels below the top of a window of 800 scrolls it by %i', (y, by) => {
  expect(getEdgeScrollSpeed(y, 800)).toBe(by);
});
