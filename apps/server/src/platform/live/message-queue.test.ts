import { expect, it } from 'vitest';
import { MessageQueue } from './message-queue.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs one message at a time, in order, also after a failed one', async () => {
  const queue = new MessageQueue(10);
  const steps: string[] = [];
  let finish = () => {};
  queue.add(() => new Promise<void>((resolve) => (finish = resolve)).then(() => steps.push('first')));
  queue.add(() => Promise.reject(new Error('failed')));
  queue.add(async () => steps.push('third'));
  await settled();
  expect(steps).toEqual([]);
  finish();
  await settled();
  expect(steps).toEqual(['first', 'third']);
});

it('refuses messages beyond its limit until earlier ones are done', async () => {
  const queue = new MessageQueue(2);
  let finish = () => {};
  expect(queue.add(() => new Promise<void>((resolve) => (finish = resolve)))).toBe(true);
  expect(queue.add(async () => undefined)).toBe(true);
  expect(queue.add(async () => undefined)).toBe(false);
  await settled();
  finish();
  await settled();
  expect(queue.add(async () => undefined)).toBe(true);
});

it('starts once it is ready', async () => {
  let ready = () => {};
  const queue = new MessageQueue(2);
  queue.waitFor(new Promise<void>((resolve) => (ready = resolve)));
  let runs = 0;
  queue.add(async () => runs++);
  await settled();
  expect(runs).toBe(0);
  ready();
  await settled();
  expect(runs).toBe(1);
});
