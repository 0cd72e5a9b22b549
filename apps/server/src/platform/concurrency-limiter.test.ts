import { expect, it } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

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
