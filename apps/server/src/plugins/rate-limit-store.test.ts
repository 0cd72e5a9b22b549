import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLocalRateLimitStore } from './rate-limit-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function aStore() {
  const Store = createLocalRateLimitStore();
  const results: { current: number; ttl: number }[] = [];
  const store = new Store({});
  return {
    store,
    results,
    count: (key: string, on = store) => on.incr(key, (_error, result) => result && results.push(result), 60_000, 3),
  };
}

it('keeps the count of each request when more arrive before it is read', () => {
  const { results, count } = aStore();
  for (let request = 0; request < 3; request++) count('ana');
  count('ben');
  expect(results.map(({ current }) => current)).toEqual([1, 2, 3, 1]);
});

it('counts again after the window, and separately for each route', () => {
  const { store, results, count } = aStore();
  count('ana');
  vi.advanceTimersByTime(20_000);
  count('ana');
  count('ana', store.child({} as never));
  vi.advanceTimersByTime(40_000);
  count('ana');
  expect(results).toEqual([
    { current: 1, ttl: 60_000 },
    { current: 2, ttl: 40_000 },
    { current: 1, ttl: 60_000 },
    { current: 1, ttl: 60_000 },
  ]);
});
