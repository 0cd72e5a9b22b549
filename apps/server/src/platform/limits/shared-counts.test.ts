import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openSameDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { deleteExpiredRequestCounts } from './request-counts.store.ts';
import { createSharedRequestCounter } from './shared-counts.ts';

const MINUTE_MS = 60_000;
let here: TestDatabase;
let there: TestDatabase;
beforeAll(async () => {
  here = await createTestDatabase();
  there = openSameDatabase(here.url);
});
afterAll(async () => {
  await there.close();
  await here.close();
});
const failed: unknown[] = [];
const open = ({ db }: TestDatabase) => createSharedRequestCounter({ db, onAway: (error) => failed.push(error) });
const isLetThrough = (limit: number) => (counted: { count: number }) => counted.count <= limit;

describe('a limit that all processes share', () => {
  it.each([1, 7, 20, 300])('accepts %i requests, sent one by one or a hundred at once', async (limit) => {
    const processes = [open(here), open(there)];
    const results = await Promise.all(
      Array.from({ length: limit + 100 }, async (_, at) => processes[at % 2]?.count(`by turns ${limit}`, limit, MINUTE_MS)),
    );
    const through = results.flatMap((one) => one ?? []).filter(isLetThrough(limit)).length;
    expect(through).toBeLessThanOrEqual(limit);
    // The unused share of the other process.
    expect(through).toBeGreaterThanOrEqual(limit - Math.floor(limit / 10));
    for (const one of results) expect(one?.leftMs).toBeLessThanOrEqual(MINUTE_MS);
  });

  it('leaves most of the limit to one process after a few requests at twenty others', async () => {
    const limit = 300;
    for (let at = 0; at < 20; at++) {
      const counts = open(here);
      for (let request = 0; request < 3; request++)
        expect(await counts.count('many processes', limit, MINUTE_MS)).toSatisfy(isLetThrough(limit));
    }
    const counts = open(here);
    const results = [];
    for (let at = 0; at < limit; at++) results.push(await counts.count('many processes', limit, MINUTE_MS));
    expect(results.filter(isLetThrough(limit)).length).toBeGreaterThan(limit / 2);
  });

  it('accepts exactly the limit within one process', async () => {
    const counts = open(here);
    const results = [];
    for (let at = 0; at < 40; at++) results.push(await counts.count('alone', 30, MINUTE_MS));
    expect(results.filter(isLetThrough(30))).toHaveLength(30);
    expect(results.slice(0, 5).map(({ count }) => count)).toEqual([1, 2, 3, 4, 5]);
  });

  it('starts again when the window ends, and deletes its counts', async () => {
    const counts = open(here);
    expect((await counts.count('brief', 1, 30)).count).toBe(1);
    expect((await counts.count('brief', 1, 30)).count).toBe(2);
    await expect.poll(async () => (await counts.count('brief', 1, 30)).count, { interval: 5 }).toBe(1);
    await expect
      .poll(async () => {
        await deleteExpiredRequestCounts(here.db);
        return here.db.selectFrom('request_counts').select('key').where('ends_at', '<', new Date()).execute();
      })
      .toEqual([]);
  });

  it('is counted per process while the database is unavailable, with a log entry', async () => {
    // Nothing listens on this port.
    const unavailable = openSameDatabase('postgres://root@127.0.0.1:1/none');
    const counts = open(unavailable);
    const results = [];
    for (let at = 0; at < 15; at++) results.push(await counts.count('away', 10, MINUTE_MS));
    expect(results.filter(isLetThrough(10))).toHaveLength(10);
    expect(failed.length).toBeGreaterThan(0);
    await unavailable.close();
  });
});
