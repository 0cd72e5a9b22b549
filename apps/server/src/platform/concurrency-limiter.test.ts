import { afterEach, expect, it, vi } from 'vitest';
import { createConcurrencyLimiter, createLimiterPerKey } from './concurrency-limiter.ts';

function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { promise, resolve, reject };
}

it('runs up to the limit, then the rest in order, and refuses more than may wait', async () => {
  const gate = createConcurrencyLimiter({ lanes: 2, waiting: 2 });
  const started: string[] = [];
  const enter = (name: string) => {
    const task = work();
    const outcome = gate(() => {
      started.push(name);
      return task.promise;
    });
    return { ...task, outcome };
  };
  const [a, b, c, d] = [enter('a'), enter('b'), enter('c'), enter('d')];
  await expect(enter('e').outcome).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 });
  expect(started).toEqual(['a', 'b']);
  b.reject(new Error('broken'));
  await expect(b.outcome).rejects.toThrow('broken');
  expect(started).toEqual(['a', 'b', 'c']);
  for (const task of [a, c, d]) task.resolve('done');
  expect(await Promise.all([a.outcome, c.outcome, d.outcome])).toEqual(['done', 'done', 'done']);
  const f = enter('f');
  f.resolve('done');
  expect(await f.outcome).toBe('done');
});

afterEach(() => vi.useRealTimers());

it('lets a key rest after each task, also when the next one arrives later', async () => {
  vi.useFakeTimers();
  const run = createLimiterPerKey(() => ({ lanes: 1, waiting: 1, getRestMs: () => 500 }));
  const done: string[] = [];
  const task = (key: string, name: string) => run(key, async () => done.push(name));
  await task('ana', 'first');
  const second = task('ana', 'second');
  await task('ben', 'other');
  expect(done).toEqual(['first', 'other']);
  await vi.advanceTimersByTimeAsync(500);
  await second;
  expect(done).toEqual(['first', 'other', 'second']);
});
