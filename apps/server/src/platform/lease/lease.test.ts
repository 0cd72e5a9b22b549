import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createExclusiveLease, createSharedLease, type LeaseStore } from './lease.ts';

/** Keeps leases in memory, as the rows of a table do for several processes. */
function createMemoryStore() {
  const tokens = new Map<string, string>();
  let acquireCount = 0;
  const store: LeaseStore = {
    async acquire(id, token) {
      acquireCount++;
      if ((tokens.get(id) ?? token) !== token) return false;
      tokens.set(id, token);
      return true;
    },
    async release(id, token) {
      if (tokens.get(id) === token) tokens.delete(id);
    },
  };
  return { store, tokens, countAcquires: () => acquireCount };
}

const busy = new Error('busy');
const options = { pollIntervalMs: 1, createBusyError: () => busy };
const createShared = (store: LeaseStore, processId: string, extendIntervalMs = 60_000) =>
  createSharedLease({ ...options, store, processId, extendIntervalMs, log: { warn: () => undefined } });

describe('an exclusive lease', () => {
  it('runs one piece of work at a time, also within one process', async () => {
    const withLease = createExclusiveLease({ ...options, store: createMemoryStore().store, processId: 'a', timeoutMs: 5000 });
    const events: string[] = [];
    const work = (name: string) =>
      withLease('row', async () => {
        events.push(`begin ${name}`);
        await sleep(5);
        events.push(`end ${name}`);
      });
    await Promise.all([work('first'), work('second')]);
    expect(events).toEqual(['begin first', 'end first', 'begin second', 'end second']);
  });

  it('throws the busy error after the timeout', async () => {
    const { store, tokens } = createMemoryStore();
    tokens.set('row', 'b:other');
    const withLease = createExclusiveLease({ ...options, store, processId: 'a', timeoutMs: 10 });
    await expect(withLease('row', async () => undefined)).rejects.toBe(busy);
  });

  it('is released when the work fails', async () => {
    const { store, tokens } = createMemoryStore();
    const withLease = createExclusiveLease({ ...options, store, processId: 'a', timeoutMs: 10 });
    await expect(withLease('row', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(tokens.size).toBe(0);
  });
});

describe('a shared lease', () => {
  it('is acquired again by the same process and ends with its last release', async () => {
    const { store, tokens } = createMemoryStore();
    const lease = createShared(store, 'a');
    const [first, second] = [await lease.acquire('row', 10), await lease.acquire('row', 10)];
    expect(tokens.get('row')).toMatch(/^a:/);
    await first();
    expect(tokens.size).toBe(1);
    await second();
    expect(tokens.size).toBe(0);
  });

  it('excludes other processes until it is released', async () => {
    const { store, tokens } = createMemoryStore();
    const release = await createShared(store, 'a').acquire('row', 10);
    const other = createShared(store, 'b');
    await expect(other.acquire('row', 10)).rejects.toBe(busy);
    await release();
    await other.acquire('row', 10);
    expect(tokens.get('row')).toMatch(/^b:/);
  });

  it('is extended until it is released', async () => {
    const { store, countAcquires } = createMemoryStore();
    const release = await createShared(store, 'a', 1).acquire('row', 10);
    await expect.poll(countAcquires).toBeGreaterThan(2);
    await release();
    const count = countAcquires();
    await sleep(20);
    expect(countAcquires()).toBe(count);
  });

  it('keeps its token when its release was delayed and it is acquired again at once', async () => {
    const { store, tokens } = createMemoryStore();
    const lease = createShared(store, 'a');
    const release = await lease.acquire('row', 10);
    const token = tokens.get('row');
    lease.delayRelease('row');
    await release();
    const releaseAgain = await lease.acquire('row', 10);
    await sleep(5);
    expect(tokens.get('row')).toBe(token);
    await releaseAgain();
    expect(tokens.size).toBe(0);
  });
});
