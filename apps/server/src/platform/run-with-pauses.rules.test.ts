import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runWithPauses } from './run-with-pauses.ts';

it('runs one step of one computation in each turn of the event loop', async () => {
  const log: string[] = [];
  function* count(name: string): Generator<void, string, void> {
    for (let step = 1; step <= 3; step++) {
      log.push(`${name}${step}`);
      yield;
    }
    return name;
  }
  let turn = 0;
  const turns = (async () => {
    for (; turn < 20; turn++) {
      log.push('|');
      await setImmediate();
    }
  })();
  expect(await Promise.all([runWithPauses(count('a')), runWithPauses(count('b'))])).toEqual(['a', 'b']);
  await turns;
  expect(log.filter((entry) => entry !== '|')).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
  const perTurn = log.join('').split('|');
  expect(perTurn.every((steps) => steps.length <= 2)).toBe(true);
});

it('continues after a computation that fails', async () => {
  function* fail(): Generator<void, never, void> {
    yield;
    throw new Error('no zone');
  }
  function* succeed(): Generator<void, number, void> {
    yield;
    return 1;
  }
  const [failed, succeeded] = await Promise.allSettled([runWithPauses(fail()), runWithPauses(succeed())]);
  expect([failed.status, succeeded.status]).toEqual(['rejected', 'fulfilled']);
});
