import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAdmissionQueue } from './admission-queue.ts';

const busyFor = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

it('runs queued work in order, and lets other requests run between two steps', async () => {
  const enter = createAdmissionQueue({ stepMs: 5 });
  const done: number[] = [];
  for (let at = 0; at < 20; at++)
    enter(() => {
      busyFor(2);
      done.push(at);
    });
  expect(done).toEqual([]);
  const seen: number[] = [];
  while (done.length < 20) {
    await nextTurn();
    seen.push(done.length);
  }
  expect(done).toEqual(Array.from({ length: 20 }, (_, at) => at));
  // Three of them fit into a turn, or more when the clock is late, but never all.
  expect(seen.length).toBeGreaterThan(4);
});

it('continues with work that arrives in the meantime', async () => {
  const enter = createAdmissionQueue({ stepMs: 0 });
  const done: string[] = [];
  enter(() => {
    done.push('first');
    enter(() => done.push('second'));
  });
  while (done.length < 2) await nextTurn();
  expect(done).toEqual(['first', 'second']);
});

it('yields to new connections, but not indefinitely', async () => {
  let turns = 0;
  const enter = createAdmissionQueue({ hasPriorityWork: () => ++turns > 0 });
  let isDone = false;
  enter(() => (isDone = true));
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(isDone).toBe(false);
  while (!isDone) await nextTurn();
  expect(turns).toBeLessThan(120);
});
