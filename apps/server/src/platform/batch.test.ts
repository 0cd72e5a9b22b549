import { afterEach, expect, it, vi } from 'vitest';
import { createBatch } from './batch.ts';

afterEach(() => vi.useRealTimers());

it('processes concurrent requests together, and returns each its own result', async () => {
  const batches: number[][] = [];
  const double = createBatch(
    async (numbers: readonly number[]) => {
      batches.push([...numbers]);
      return numbers.map((number) => number * 2);
    },
    { waitMs: 1, max: 3 },
  );
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

it('collects requests while a batch is running', async () => {
  const sizes: number[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const echo = createBatch(
    async (letters: readonly string[]) => {
      sizes.push(letters.length);
      if (sizes.length === 1) await held;
      return [...letters];
    },
    { waitMs: 0, max: 100 },
  );
  const first = echo('a');
  await expect.poll(() => sizes.length).toBe(1);
  const rest = ['b', 'c', 'd'].map(echo);
  release();
  expect(await Promise.all([first, ...rest])).toEqual(['a', 'b', 'c', 'd']);
  expect(sizes).toEqual([1, 3]);
});

it('fails one request without the others, and continues after a failed batch', async () => {
  let isBroken = true;
  const check = createBatch(
    async (words: readonly string[]) => {
      if (isBroken) throw new Error('the database is away');
      return words.map((word) => (word === 'bad' ? new Error('no such word') : word));
    },
    { waitMs: 0, max: 100 },
  );
  await expect(check('good')).rejects.toThrow('away');
  isBroken = false;
  const [good, bad] = await Promise.allSettled([check('good'), check('bad')]);
  expect(good).toEqual({ status: 'fulfilled', value: 'good' });
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'no such word' } });
});

it('waits longer when many requests arrive, and not for a single one', async () => {
  vi.useFakeTimers();
  const sizes: number[] = [];
  const count = createBatch(
    async (numbers: readonly number[]) => {
      sizes.push(numbers.length);
      return [...numbers];
    },
    { waitMs: 5, busyWaitMs: 500, max: 100 },
  );
  void count(1);
  await vi.advanceTimersByTimeAsync(5);
  for (const number of [2, 3]) void count(number);
  await vi.advanceTimersByTimeAsync(5);
  expect(sizes).toEqual([1, 2]);
  for (let tens = 1; tens <= 4; tens++) {
    void count(tens);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sizes).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(100);
  expect(sizes).toEqual([1, 2, 4]);
  await vi.advanceTimersByTimeAsync(500);
  void count(5);
  await vi.advanceTimersByTimeAsync(5);
  expect(sizes).toEqual([1, 2, 4, 1]);
});
