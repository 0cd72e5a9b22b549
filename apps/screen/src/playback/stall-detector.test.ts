import { expect, it } from 'vitest';
import { createStallDetector } from './stall-detector.ts';

const item = (kind: 'image' | 'video') => ({ id: 'a', mediaId: 'a', kind, sha256: '', durationMs: 10_000 });

it('is stuck when an item stays far longer than its duration', () => {
  const detector = createStallDetector();
  detector.recordItem(item('image'), 0);
  expect(detector.isStuck(2, 100_000)).toBe(false);
  expect(detector.isStuck(2, 200_000)).toBe(true);
  detector.recordItem(item('image'), 200_000);
  expect(detector.isStuck(2, 210_000)).toBe(false);
});

it('is not stuck on a single image, but on a single video', () => {
  const detector = createStallDetector();
  detector.recordItem(item('image'), 0);
  expect(detector.isStuck(1, 1e9)).toBe(false);
  detector.recordItem(item('video'), 0);
  expect(detector.isStuck(1, 1e9)).toBe(true);
});

it('is not stuck without an item', () => {
  const detector = createStallDetector();
  detector.recordItem(null, 0);
  expect(detector.isStuck(0, 1e9)).toBe(false);
});
