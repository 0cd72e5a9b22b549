import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DownloadQueue } from './download-queue.ts';

const file = (sha256: string) => ({ sha256, sizeBytes: 1, mimetype: 'image/jpeg' });
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Creates a download queue whose downloads end when the test completes or fails them. */
function createQueue() {
  const running = new Map<string, { done: () => void; fail: () => void; signal: AbortSignal }>();
  const started: string[] = [];
  const done: string[] = [];
  const queue = new DownloadQueue({
    fetchFile: ({ sha256 }, signal) =>
      new Promise((resolve, reject) => {
        started.push(sha256);
        running.set(sha256, { done: resolve, fail: () => reject(new Error('no')), signal });
      }),
    onDone: ({ sha256 }) => done.push(sha256),
    onFailed: () => undefined,
  });
  return { queue, running, started, done };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('fetches two files at a time, in order', async () => {
  const { queue, running, started, done } = createQueue();
  queue.setWanted(['a', 'b', 'c'].map(file));
  expect(started).toEqual(['a', 'b']);
  running.get('b')?.done();
  await settle();
  expect(started).toEqual(['a', 'b', 'c']);
  expect(done).toEqual(['b']);
});

it('retries a failed file later, after the other files', async () => {
  const { queue, running, started } = createQueue();
  queue.setWanted(['a', 'b', 'c'].map(file));
  running.get('a')?.fail();
  await settle();
  expect(started).toEqual(['a', 'b', 'c']);
  running.get('b')?.done();
  await vi.advanceTimersByTimeAsync(1500);
  expect(started).toEqual(['a', 'b', 'c', 'a']);
});

it('aborts downloads that are no longer needed and continues the others', async () => {
  const { queue, running, started, done } = createQueue();
  queue.setWanted(['a', 'b'].map(file));
  queue.setWanted(['b', 'c'].map(file));
  expect(running.get('a')?.signal.aborted).toBe(true);
  expect(running.get('b')?.signal.aborted).toBe(false);
  running.get('a')?.done();
  running.get('b')?.done();
  await settle();
  expect(done).toEqual(['b']);
  expect(started).toEqual(['a', 'b', 'c']);
});

it('retries immediately when conditions have improved', async () => {
  const { queue, running, started } = createQueue();
  queue.setWanted([file('a')]);
  running.get('a')?.fail();
  await settle();
  queue.retryNow();
  expect(started).toEqual(['a', 'a']);
});

it('starts no downloads while it is paused', async () => {
  const { queue, running, started, done } = createQueue();
  queue.setWanted(['a', 'b', 'c'].map(file));
  queue.setPaused(true);
  running.get('a')?.done();
  running.get('b')?.fail();
  await vi.advanceTimersByTimeAsync(60_000);
  queue.retryNow();
  queue.setWanted(['b', 'c', 'd'].map(file));
  expect([started, done]).toEqual([['a', 'b'], ['a']]);
  queue.setPaused(false);
  expect(started).toEqual(['a', 'b', 'b', 'c']);
});
