import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeyBatcher } from './key-batcher.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function aGathering(work: (keys: string[]) => Promise<void> = async () => undefined) {
  const rounds: string[][] = [];
  const failed: unknown[] = [];
  const gathering = createKeyBatcher(
    (keys) => {
      rounds.push(keys);
      return work(keys);
    },
    { firstDelayMs: 50, intervalMs: 1000, onFailed: (error) => failed.push(error) },
  );
  return { gathering, rounds, failed };
}

it('runs soon after the first key, and passes each collected key once', async () => {
  const { gathering, rounds } = aGathering();
  for (const key of ['a', 'b', 'a']) gathering.add(key);
  await vi.advanceTimersByTimeAsync(50);
  expect(rounds).toEqual([['a', 'b']]);
  for (const key of ['a', 'c']) {
    gathering.add(key);
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(rounds).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toHaveLength(2);
});

it('runs one round at a time, and continues after a failed one', async () => {
  let fail = (_error: Error) => {};
  const { gathering, rounds, failed } = aGathering(() => new Promise((_resolve, reject) => (fail = reject)));
  gathering.add('a');
  await vi.advanceTimersByTimeAsync(50);
  gathering.add('b');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rounds).toEqual([['a']]);
  fail(new Error('the database is away'));
  await vi.advanceTimersByTimeAsync(50);
  expect(rounds).toEqual([['a'], ['b']]);
  expect(failed).toMatchObject([{ message: 'the database is away' }]);
});
