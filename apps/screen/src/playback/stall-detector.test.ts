import { expect, it } from 'vitest';
import { createStallDetector } from './stall-detector.ts';

const item = (kind: 'image' | 'video') => ({ id: 'a', mediaId: 'a', kind, sha256: '', durationMs: 10_000 });

it('calls a wall stuck that stays on one item far longer than the item lasts', () => {
  const movement = createStallDetector();
  movement.recordItem(item('image'), 0);
  expect(movement.isStuck(2, 100_000)).toBe(false);
  expect(movement.isStuck(2, 200_000)).toBe(true);
  movement.recordItem(item('image'), 200_000);
  expect(movement.isStuck(2, 210_000)).toBe(false);
});

it('lets a single picture stay for ever, but not a single video', () => {
  const movement = createStallDetector();
  movement.recordItem(item('image'), 0);
  expect(movement.isStuck(1, 1e9)).toBe(false);
  movement.recordItem(item('video'), 0);
  expect(movement.isStuck(1, 1e9)).toBe(true);
});

it('does not miss movement on an empty wall', () => {
  const movement = createStallDetector();
  movement.recordItem(null, 0);
  expect(movement.isStuck(0, 1e9)).toBe(false);
});
