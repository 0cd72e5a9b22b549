import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type QueueOwner } from './fair-queue.ts';

/** Creates work that runs until the test ends it; `started` is the order of service. */
function createTestQueue(concurrency: number, bounds: { maxWaitingPerOwner?: number; maxWaiting?: number } = {}) {
  const fair = createFairQueue({ concurrency, maxWaitingPerOwner: 100, maxWaiting: 1000, ...bounds });
  const started: string[] = [];
  const releases = new Map<string, () => void>();
  const enqueue = async (name: string, owner: QueueOwner) => {
    const release = await fair.acquire(owner);
    started.push(name);
    releases.set(name, release);
  };
  const end = async (name: string) => {
    releases.get(name)?.();
    await setImmediate();
  };
  return { enqueue, end, started };
}

describe('a fair queue', () => {
  it('serves a single task of one account next, however many tasks of another wait', async () => {
    const { enqueue, end, started } = createTestQueue(1);
    for (let at = 0; at < 60; at++) void enqueue(`ana ${at}`, { account: 'ana' });
    void enqueue('bob', { account: 'bob' });
    await setImmediate();
    await end('ana 0');
    await end('ana 1');
    expect(started).toEqual(['ana 0', 'ana 1', 'bob']);
  });

  it('gives three busy accounts turns one after the other', async () => {
    const { enqueue, end, started } = createTestQueue(1);
    for (const account of ['ana', 'bob', 'carl']) for (const at of [0, 1]) void enqueue(`${account} ${at}`, { account });
    await setImmediate();
    for (let at = 0; at < 6; at++) await end(started.at(-1) ?? '');
    expect(started).toEqual(['ana 0', 'ana 1', 'bob 0', 'carl 0', 'bob 1', 'carl 1']);
  });

  it('keeps a slot free of slow tasks, and starts quick ones there immediately', async () => {
    const { enqueue, end, started } = createTestQueue(2);
    for (let at = 0; at < 60; at++) void enqueue(`huge ${at}`, { account: 'ana', isSlow: true });
    void enqueue('small', { account: 'bob' });
    await setImmediate();
    expect(started).toEqual(['huge 0', 'small']);
    await end('small');
    expect(started).toEqual(['huge 0', 'small']);
    void enqueue('small again', { account: 'ana' });
    await setImmediate();
    expect(started.at(-1)).toBe('small again');
    await end('huge 0');
    expect(started.at(-1)).toBe('huge 1');
  });

  it('starves neither kind when there is only one slot', async () => {
    const { enqueue, end, started } = createTestQueue(1);
    for (const at of [0, 1]) void enqueue(`huge ${at}`, { account: 'ana', isSlow: true });
    for (const at of [0, 1]) void enqueue(`small ${at}`, { account: 'bob' });
    await setImmediate();
    for (let at = 0; at < 4; at++) await end(started.at(-1) ?? '');
    expect(started).toEqual(['huge 0', 'small 0', 'huge 1', 'small 1']);
  });

  it('refuses tasks beyond the limit of one account, and accepts those of others', async () => {
    const { enqueue, started, end } = createTestQueue(1, { maxWaitingPerOwner: 2, maxWaiting: 3 });
    for (let at = 0; at < 3; at++) void enqueue(`ana ${at}`, { account: 'ana' });
    await expect(enqueue('ana 3', { account: 'ana' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    void enqueue('bob', { account: 'bob' });
    await expect(enqueue('carl', { account: 'carl' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await setImmediate();
    for (let at = 0; at < 3; at++) await end(started.at(-1) ?? '');
    void enqueue('ana again', { account: 'ana' });
    await end('ana 2');
    expect(started.toSorted()).toEqual(['ana 0', 'ana 1', 'ana 2', 'ana again', 'bob']);
  });
});
