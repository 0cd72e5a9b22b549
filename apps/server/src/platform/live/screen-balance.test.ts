import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countScreensToMove, createScreenBalanceTask } from './screen-balance.ts';

describe('countScreensToMove', () => {
  it.each([
    { own: 500, others: [0], moved: 50 },
    { own: 275, others: [225], moved: 0 },
    { own: 280, others: [220], moved: 6 },
    { own: 250, others: [250], moved: 0 },
    { own: 0, others: [500], moved: 0 },
    { own: 500, others: [], moved: 0 },
    { own: 12, others: [0, 0], moved: 0 },
  ])('moves $moved of $own with $others elsewhere', ({ own, others, moved }) => {
    expect(countScreensToMove(own, others)).toBe(moved);
  });

  it('balances any fleet within 18 rounds when the proxy prefers the emptiest process', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 2, maxLength: 8 }), (start) => {
        const counts = [...start];
        for (let round = 0; round < 18; round++) {
          const moves = counts.map((own, at) => countScreensToMove(own, counts.toSpliced(at, 1)));
          for (const [at, moved] of moves.entries()) counts[at] = (counts[at] ?? 0) - moved;
          for (let moved = moves.reduce((sum, count) => sum + count, 0); moved > 0; moved--) {
            const emptiest = counts.indexOf(Math.min(...counts));
            counts[emptiest] = (counts[emptiest] ?? 0) + 1;
          }
        }
        const average = counts.reduce((sum, count) => sum + count, 0) / counts.length;
        expect(Math.max(...counts)).toBeLessThanOrEqual(average + Math.max(average * 0.1, 10) + 1);
      }),
    );
  });
});

describe('the screen balance task', () => {
  const start = (own: () => number, others: number[]) => {
    const moves: number[] = [];
    const task = createScreenBalanceTask({ countOwn: own, countOthers: async () => others, move: (count) => moves.push(count) });
    return { task, moves };
  };

  it('moves screens in every round while they stay away', async () => {
    let own = 600;
    const { task, moves } = start(() => own, [0]);
    for (let round = 0; round < 3; round++) {
      await task.run();
      own -= moves.at(-1) ?? 0;
    }
    expect(moves).toHaveLength(3);
  });

  it('pauses for longer and longer when the moved screens return', async () => {
    const { task, moves } = start(() => 600, [0]);
    for (let round = 0; round < 600; round++) await task.run();
    expect(moves.length).toBeLessThan(15);
    expect(moves.length).toBeGreaterThan(5);
  });
});
