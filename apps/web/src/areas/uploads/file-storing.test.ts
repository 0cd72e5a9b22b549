import { describe, expect, it } from 'vitest';
import { createFileStoring, hasSpaceFor, type StoreResult } from './file-storing.ts';

const aFile = (id: string) => ({ id, file: new File(['x'], id) });

/** Stores files of a queue that is a list of ids. */
function start(ids: string[], results: Record<string, StoreResult> = {}) {
  const stored: string[] = [];
  const requested: string[] = [];
  let running = 0;
  let mostRunning = 0;
  const storing = createFileStoring({
    findNext: (skipped) => ids.filter((id) => !stored.includes(id) && !skipped.has(id)).map(aFile)[0],
    put: async (id) => {
      requested.push(id);
      mostRunning = Math.max(mostRunning, ++running);
      await Promise.resolve();
      running -= 1;
      return results[id] ?? 'stored';
    },
    onStored: (id) => stored.push(id),
  });
  return { storing, stored, requested, results, getMostRunning: () => mostRunning };
}

describe('storing the files of the queue', () => {
  it('stores all files, one at a time', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `file ${index}`);
    const { storing, stored, getMostRunning } = start(ids);
    await Promise.all([storing.run(), storing.run()]);
    expect(stored).toEqual(ids);
    expect(getMostRunning()).toBe(1);
  });

  it('skips files without space until space is freed', async () => {
    const { storing, stored, results, requested } = start(['film', 'photo'], { film: 'noSpace' });
    await storing.run();
    await storing.run();
    expect([stored, requested]).toEqual([['photo'], ['film', 'photo']]);
    results['film'] = 'stored';
    storing.retrySkipped();
    await storing.run();
    expect(stored).toEqual(['photo', 'film']);
  });

  it('ends when the browser stores nothing', async () => {
    const { storing, requested } = start(['a', 'b'], { a: 'failed' });
    await storing.run();
    await storing.run();
    expect(requested).toEqual(['a']);
  });
});

describe('hasSpaceFor', () => {
  it('uses half of the free storage', () => {
    expect(hasSpaceFor(4e9, { quota: 10e9, usage: 2e9 }, 0)).toBe(true);
    expect(hasSpaceFor(4e9 + 1, { quota: 10e9, usage: 2e9 }, 0)).toBe(false);
  });

  it('limits the stored bytes where the free storage is unknown', () => {
    expect(hasSpaceFor(1e9, {}, 3e9)).toBe(true);
    expect(hasSpaceFor(1e9 + 1, {}, 3e9)).toBe(false);
  });
});
