import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getEvenRowWindow, getRowWindow } from './virtual-rows.tsx';

const list = { count: 5000, estimate: 60, heights: new Map<number, number>(), height: 360 };

it('draws what is seen of thousands of rows and a little more, and keeps room for the rest', () => {
  const { from, to, before, after } = getRowWindow({ ...list, top: 150_000 });
  expect(to - from).toBeLessThan(25);
  expect(before).toBe(from * 60);
  expect(before + (to - from) * 60 + after).toBe(5000 * 60);
  expect(before).toBeLessThanOrEqual(150_000);
  expect(to * 60).toBeGreaterThanOrEqual(150_360);
});

it('uses the measured heights of rows', () => {
  const heights = new Map(Array.from({ length: 100 }, (_, index) => [index, 120] as const));
  const { from, before, after, to } = getRowWindow({ ...list, heights, top: 12_000 });
  expect(before).toBe(from * 120);
  expect(before + (100 - from) * 120 + (to - 100) * 60 + after).toBe(100 * 120 + 4900 * 60);
});

it('is right at both ends, and of nothing, and after the list became shorter', () => {
  expect(getRowWindow({ ...list, top: 0 })).toMatchObject({ from: 0, before: 0 });
  expect(getRowWindow({ ...list, top: 300_000 - 360 })).toMatchObject({ to: 5000, after: 0 });
  expect(getRowWindow({ ...list, count: 0, top: 0 })).toEqual({ from: 0, to: 0, before: 0, after: 0 });
  expect(getRowWindow({ ...list, count: 3, top: 9000 })).toMatchObject({ to: 3, after: 0 });
});

describe('the rows in sight, all of one height', () => {
  it('cover what is seen, and take with the room around them what all rows take', () => {
    const lists = fc.record({
      count: fc.nat(5000),
      top: fc.integer({ min: -2000, max: 300_000 }),
      seen: fc.integer({ min: 1, max: 2000 }),
    });
    fc.assert(
      fc.property(lists, ({ count, top, seen }) => {
        const { from, to, before, after } = getEvenRowWindow(count, 56, { top, height: seen });
        expect(before + (to - from) * 56 + after).toBe(count * 56);
        expect(from).toBeGreaterThanOrEqual(0);
        const walked = getRowWindow({ count, estimate: 56, heights: new Map(), top, height: seen });
        // The walk draws one more where an edge falls between two rows.
        if (top >= 0 && top < count * 56) expect([from <= walked.from + 1, to >= walked.to - 1]).toEqual([true, true]);
      }),
    );
  });
});
