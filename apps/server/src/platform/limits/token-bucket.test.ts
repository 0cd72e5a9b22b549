import { expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

it('allows a burst, then the steady rate', () => {
  const bucket = new TokenBucket({ burst: 3, perSecond: 2 }, 0);
  const taken = (now: number, times: number) => Array.from({ length: times }, () => bucket.take(1, now)).filter(Boolean).length;
  expect(taken(0, 10)).toBe(3);
  expect(taken(499, 10)).toBe(0);
  expect(taken(1000, 10)).toBe(2);
});

it('holds no more than a burst after a long pause', () => {
  const bucket = new TokenBucket({ burst: 3, perSecond: 2 }, 0);
  expect(bucket.take(3, 0)).toBe(true);
  expect(bucket.take(4, 3_600_000)).toBe(false);
  expect(bucket.take(3, 3_600_000)).toBe(true);
});

it('takes nothing when more is requested than is left', () => {
  const bucket = new TokenBucket({ burst: 10, perSecond: 1 }, 0);
  expect(bucket.take(11, 0)).toBe(false);
  expect(bucket.take(10, 0)).toBe(true);
});
