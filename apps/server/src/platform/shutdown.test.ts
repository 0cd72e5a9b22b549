import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';

const log = pino({ level: 'silent' });

it('stops in reverse order, and continues after a failed step', async () => {
  const stopping = createShutdown(log);
  const done: string[] = [];
  stopping.addStep('the database', async () => done.push('the database'));
  stopping.addStep('the jobs', async () => {
    done.push('the jobs');
    throw new Error('They would not end');
  });
  await stopping.run();
  expect(done).toEqual(['the jobs', 'the database']);
});

it('reports the step that it waits for', async () => {
  const stopping = createShutdown(log);
  let end = () => {};
  stopping.addStep(
    'the jobs',
    () => new Promise<void>((resolve) => (end = resolve)),
    () => ['media.image', 'mail.send'],
  );
  expect(stopping.getPendingStep()).toBe('');
  const stopped = stopping.run();
  expect(stopping.getPendingStep()).toBe('the jobs (media.image, mail.send)');
  end();
  await stopped;
  expect(stopping.getPendingStep()).toBe('');
});
