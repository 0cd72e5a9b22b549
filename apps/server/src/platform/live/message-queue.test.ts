import { expect, it } from 'vitest';
import { createMessageQueue } from './message-queue.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs one message at a time, in order, also after one that failed', async () => {
  const add = createMessageQueue(10);
  const steps: string[] = [];
  let finish = () => {};
  add(() => new Promise<void>((resolve) => (finish = resolve)).then(() => steps.push('first')));
  add(() => Promise.reject(new Error('failed')));
  add(async () => steps.push('third'));
  await settled();
  expect(steps).toEqual([]);
  finish();
  await settled();
  expect(steps).toEqual(['first', 'third']);
});

it('refuses messages beyond its limit until earlier ones are done', async () => {
  const add = createMessageQueue(2);
  let finish = () => {};
  expect(add(() => new Promise<void>((resolve) => (finish = resolve)))).toBe(true);
  expect(add(async () => undefined)).toBe(true);
  expect(add(async () => undefined)).toBe(false);
  await settled();
  finish();
  await settled();
  expect(add(async () => undefined)).toBe(true);
});

it('starts once it is ready', async () => {
  let ready = () => {};
  const add = createMessageQueue(2, new Promise<void>((resolve) => (ready = resolve)));
  let runs = 0;
  add(async () => runs++);
  await settled();
  expect(runs).toBe(0);
  ready();
  await settled();
  expect(runs).toBe(1);
});
