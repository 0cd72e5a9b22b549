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
])('with the pointer %i pixels below the top of an 800-pixel window, scrolls by %i', (y, by) => {
  expect(getEdgeScrollSpeed(y, 800)).toBe(by);
});
