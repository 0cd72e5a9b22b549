import { describe, expect, it } from 'vitest';
import { getDragOffset, getSwipeAxis, getSwipeResult } from './swipe.ts';

const stage = { width: 400, height: 800 };
const both = { hasPrevious: true, hasNext: true };
const still = { x: 0, y: 0 };

describe('swiping in the preview', () => {
  it('has no axis while it might be a tap', () => expect(getSwipeAxis({ x: 5, y: 5 })).toBeNull());
  it('follows the axis with the larger movement', () => {
    expect(getSwipeAxis({ x: -12, y: 6 })).toBe('across');
    expect(getSwipeAxis({ x: 4, y: 12 })).toBe('down');
  });

  it('moves the picture, less without a neighbour, and never upwards', () => {
    expect(getDragOffset('across', { x: -80, y: 9 }, both)).toEqual({ x: -80, y: 0 });
    expect(getDragOffset('across', { x: -80, y: 0 }, { hasPrevious: true, hasNext: false })).toEqual({ x: -24, y: 0 });
    expect(getDragOffset('across', { x: 80, y: 0 }, { hasPrevious: true, hasNext: false })).toEqual({ x: 80, y: 0 });
    expect(getDragOffset('down', { x: 30, y: 60 }, both)).toEqual({ x: 0, y: 60 });
    expect(getDragOffset('down', { x: 0, y: -60 }, both)).toEqual({ x: 0, y: 0 });
  });

  it.each([
    ['far to the left', { x: -150, y: 0 }, still, 'next'],
    ['far to the right', { x: 150, y: 0 }, still, 'previous'],
    ['not far', { x: -60, y: 0 }, still, 'stay'],
    ['not far, but flicked', { x: -30, y: 0 }, { x: -0.9, y: 0 }, 'next'],
    ['far, but flicked back', { x: -200, y: 0 }, { x: 0.9, y: 0 }, 'stay'],
  ] as const)('ends a horizontal swipe by distance and speed: %s', (_name, by, speed, end) => {
    expect(getSwipeResult({ way: 'across', by, speed, stage }, both)).toBe(end);
  });

  it.each([
    ['far', { x: 0, y: 200 }, still, 'close'],
    ['not far', { x: 0, y: 60 }, still, 'stay'],
    ['not far, but flicked', { x: 0, y: 40 }, { x: 0, y: 0.8 }, 'close'],
    ['upwards', { x: 0, y: -300 }, { x: 0, y: -2 }, 'stay'],
  ] as const)('ends a vertical swipe by distance and speed: %s', (_name, by, speed, end) => {
    expect(getSwipeResult({ way: 'down', by, speed, stage }, both)).toBe(end);
  });

  it('stays on the first and last item of the album', () => {
    expect(getSwipeResult({ way: 'across', by: { x: -300, y: 0 }, speed: still, stage }, { hasPrevious: true, hasNext: false })).toBe(
      'stay',
    );
    expect(getSwipeResult({ way: 'across', by: { x: 300, y: 0 }, speed: still, stage }, { hasPrevious: false, hasNext: true })).toBe(
      'stay',
    );
  });
});
