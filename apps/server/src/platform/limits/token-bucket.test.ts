import { expect, it } from 'vitest';
import { createTokenBuckets, takeTokens } from './token-bucket.ts';

/** Counts how many consecutive requests at this time are allowed. */
function createBucket(allowance: { burst: number; perSecond: number }) {
  let fullAt = 0;
  return (now: number, amount = 1): boolean => {
    const next = takeTokens(fullAt, allowance, amount, now);
    fullAt = next ?? fullAt;
    return next !== undefined;
  };
}

it('allows a burst, then the steady rate', () => {
  const take = createBucket({ burst: 3, perSecond: 2 });
  const countTaken = (now: number, times: number) => Array.from({ length: times }, () => take(now)).filter(Boolean).length;
  expect(countTaken(100, 10)).toBe(3);
  expect(countTaken(599, 10)).toBe(0);
  expect(countTaken(1100, 10)).toBe(2);
});

it('saves up no more than one burst during a long pause', () => {
  const take = createBucket({ burst: 3, perSecond: 2 });
  expect(take(0, 3)).toBe(true);
  expect(take(3_600_000, 4)).toBe(false);
  expect(take(3_600_000, 3)).toBe(true);
});

it('takes nothing when more is requested than is available', () => {
  const take = createBucket({ burst: 10, perSecond: 1 });
  expect(take(0, 11)).toBe(false);
  expect(take(0, 10)).toBe(true);
});

it.each([0.1, 0.2, 0.7, 3, 7])('allows the whole burst at %d a second', (perSecond) => {
  const take = createBucket({ burst: 90, perSecond });
  const now = 123_456.789;
  expect(Array.from({ length: 91 }, () => take(now)).filter(Boolean)).toHaveLength(90);
});

it('limits each key separately, and drops the least recently used key', () => {
  const take = createTokenBuckets({ burst: 1, perSecond: 0.001 }, 2);
  expect([take('a'), take('a'), take('b'), take('b')]).toEqual([true, false, true, false]);
  expect(take('c')).toBe(true);
  expect([take('b'), take('a')]).toEqual([false, true]);
});
