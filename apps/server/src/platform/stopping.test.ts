import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createStopping } from './stopping.ts';

const log = pino({ level: 'silent' });

it('stops the last first, and goes on after a step that fails', async () => {
  const stopping = createStopping(log);
  const done: string[] = [];
  stopping.push('the database', async () => done.push('the database'));
  stopping.push('the jobs', async () => {
    done.push('the jobs');
    throw new Error('They would not end');
  });
  await stopping.run();
  expect(done).toEqual(['the jobs', 'the database']);
});

it('says what it waits for', async () => {
  const stopping = createStopping(log);
  let end = () => {};
  stopping.push(
    'the jobs',
    () => new Promise<void>((resolve) => (end = resolve)),
    () => ['media.image', 'mail.send'],
  );
  expect(stopping.waitingFor()).toBe('');
  const stopped = stopping.run();
  expect(stopping.waitingFor()).toBe('the jobs (media.image, mail.send)');
  end();
  await stopped;
  expect(stopping.waitingFor()).toBe('');
});
