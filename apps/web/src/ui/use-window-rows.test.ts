import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRowWindow } from './row-window.ts';
import { getEvenRowWindow } from './use-window-rows.ts';

describe('the rows in sight, all of one height', () => {
  it('cover what is seen, and take with the room around them what all rows take', () => {
    const lists = fc.record({
      count: fc.nat(5000),
      top: fc.integer({ min: -2000, max: 300_000 }),
      seen: fc.integer({ min: 1, max: 2000 }),
    });
    fc.assert(
      fc.property(lists, ({ count, top, seen }) => {
        const { from, to, before, after } = getEvenRowWindow(count, 56, top, seen);
        expect(before + (to - from) * 56 + after).toBe(count * 56);
        expect(from).toBeGreaterThanOrEqual(0);
        const walked = getRowWindow({ count, estimate: 56, heights: new Map(), top, height: seen });
        // The walk draws one more where an edge falls between two rows.
        if (top >= 0 && top < count * 56) expect([from <= walked.from + 1, to >= walked.to - 1]).toEqual([true, true]);
      }),
    );
  });
});
