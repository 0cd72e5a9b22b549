import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Placing, planPutBack } from './put-back.ts';

/** As the server does it. */
function order(album: readonly string[], { ids, beforeId }: Placing): string[] {
  const others = album.filter((id) => !ids.includes(id));
  const place = beforeId === null ? others.length : others.indexOf(beforeId);
  expect(place).toBeGreaterThanOrEqual(0);
  return others.toSpliced(place, 0, ...ids);
}
const putBack = (before: readonly string[], now: readonly string[], moved: readonly string[]) =>
  planPutBack(before, now, new Set(moved)).reduce(order, [...now]);
const letters = (text: string) => [...text];

it('puts media back where they were, whichever they were', () => {
  const album = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(album, fc.infiniteStream(fc.boolean()), (before, coin) => {
      const moved = before.filter(() => coin.next().value);
      const now = [...before.filter((id) => !moved.includes(id)), ...moved];
      expect(putBack(before, now, moved)).toEqual(before);
    }),
  );
});

it('goes by the neighbours that are left when the album changed meanwhile', () => {
  // What stood behind it went: the next after that.
  expect(putBack(letters('abcde'), letters('adeb'), ['b']).join('')).toBe('abde');
  // It was the last, and others came.
  expect(putBack(letters('abc'), letters('abxyc'), ['c']).join('')).toBe('abcxy');
  // Others were put in another order, which stays.
  expect(putBack(letters('abcd'), letters('dcab'), ['b']).join('')).toBe('dbca');
  // All that it stood among are gone.
  expect(putBack(letters('abc'), letters('xb'), ['b']).join('')).toBe('bx');
  // Not all of them came back.
  expect(putBack(letters('abcd'), letters('adb'), ['b', 'c']).join('')).toBe('abd');
});

it('takes few calls, and none that is too large', () => {
  const before = Array.from({ length: 12_000 }, (_, index) => String(index));
  const plan = (ids: string[]) => {
    const moved = new Set(ids);
    return planPutBack(before, [...before.filter((id) => !moved.has(id)), ...ids], moved);
  };
  expect(plan(before.slice(10, 20))).toEqual([{ ids: before.slice(10, 20), beforeId: '20' }]);
  expect(plan(before.filter((_, index) => index < 900 && index % 2 === 0))).toHaveLength(1);
  expect(plan(['5', '9000']).map(({ ids }) => ids)).toEqual([['9000'], ['5']]);
  const whole = plan(before.slice(0, 11_000));
  expect(whole.map(({ ids }) => ids.length)).toEqual([5000, 5000, 1000]);
});
