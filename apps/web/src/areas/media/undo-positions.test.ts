import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getUndoPositions } from './undo-positions.ts';

/** As the server does it: each before the one named for it, those of one place in the order given. */
function putBack(before: readonly string[], now: readonly string[], moved: readonly string[]): string[] {
  const places = getUndoPositions(before, now, moved);
  expect([...places.keys()].toSorted()).toEqual(moved.toSorted());
  const movedBefore = (place: string | null) => [...places.keys()].filter((id) => (places.get(id) ?? null) === place);
  return [...now.flatMap((id) => [...movedBefore(id), id]), ...movedBefore(null)];
}
const letters = (text: string) => [...text];

it('puts media back where they were, whichever they were', () => {
  const album = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(album, fc.infiniteStream(fc.boolean()), (before, coin) => {
      const moved = before.filter(() => coin.next().value);
      const now = before.filter((id) => !moved.includes(id));
      // In whichever order they were chosen.
      expect(putBack(before, now, moved.toReversed())).toEqual(before);
    }),
  );
});

it('uses the remaining neighbors when the album changed in the meantime', () => {
  const back = (before: string, now: string, moved: string) => putBack(letters(before), letters(now), letters(moved)).join('');
  // Its successor was removed: use the next one.
  expect(back('abcde', 'ade', 'b')).toBe('abde');
  // It was the last, and others came.
  expect(back('abc', 'abxy', 'c')).toBe('abcxy');
  // Others were put in another order, which stays.
  expect(back('abcd', 'dca', 'b')).toBe('dbca');
  // All neighbors were removed.
  expect(back('abc', 'x', 'b')).toBe('bx');
  // No position was recorded.
  expect(back('', 'ab', 'c')).toBe('abc');
});
