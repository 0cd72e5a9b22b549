import { expect, it, vi } from 'vitest';
import { createPlayLog } from '../plays/play-log.ts';
import { createMemoryDatabase } from './memory-database.ts';
import { isRefusal } from './open-database.ts';

const identity = { deviceId: 'K12345', secret: 's', versionCode: '1' };
const tally = (mediaId: string) => ({
  deviceId: 'd',
  playlistId: 'p',
  mediaId,
  startedAt: '2026-05-04T10:00:00.000Z',
  count: 1,
  shownMs: 5000,
});

/** Stand-in for IDBKeyRange, which Node lacks, with the only method that the database calls. */
const createRange = (includes: (key: unknown) => boolean) => ({ includes }) as unknown as IDBKeyRange;

it('returns the last stored value, and undefined after it was deleted', async () => {
  const database = createMemoryDatabase();
  expect(await database.get('identity', 'me')).toBeUndefined();
  await database.put('identity', identity, 'me');
  await database.put('identity', { ...identity, secret: 't' }, 'me');
  expect(await database.get('identity', 'me')).toEqual({ ...identity, secret: 't' });
  await database.delete('identity', 'me');
  expect(await database.get('identity', 'me')).toBeUndefined();
});

it('orders the parts of a file by number and deletes a range', async () => {
  const database = createMemoryDatabase();
  for (const number of [10, 2, 1]) await database.put('parts', new Blob(['x'.repeat(number)]), ['a', number]);
  await database.put('parts', new Blob(['other']), ['b', 0]);
  const partsOfA = createRange((key) => Array.isArray(key) && key[0] === 'a');
  expect((await database.getAll('parts', partsOfA)).map(({ size }) => size)).toEqual([1, 2, 10]);
  await database.delete('parts', partsOfA);
  expect(await database.getAllKeys('parts')).toEqual([['b', 0]]);
});

it('supports a play log that delivers each play once and counts dropped plays as lost', async () => {
  vi.stubGlobal('IDBKeyRange', { upperBound: (last: number) => createRange((key) => Number(key) <= last) });
  const log = createPlayLog(createMemoryDatabase(), 2);
  for (const day of ['2026-05-05', '2026-05-04', '2026-05-06']) await log.count(tally(day), { day, hour: 9 });
  const plays = await log.seal();
  expect(plays.map(({ mediaId, sequence }) => [mediaId, sequence])).toEqual([
    ['2026-05-05', 1],
    ['2026-05-06', 2],
  ]);
  expect(await log.seal()).toEqual(plays);
  await log.acknowledge(2);
  expect(await log.seal()).toEqual([]);
  expect(await log.totals()).toEqual({ sequence: 2, lost: 1 });
  vi.unstubAllGlobals();
});

it('estimates the use of files and parts', async () => {
  const database = createMemoryDatabase();
  await database.put('files', { blob: new Blob(['four']), mimetype: 'image/png' }, 'a');
  await database.put('parts', new Blob(['two']), ['b', 0]);
  expect(database.estimateMemory?.()).toEqual({ quota: 256 * 1024 * 1024, usage: 7 });
});

it('isRefusal distinguishes refused storage from other failures', () => {
  const nameOf = (cause: unknown) => (cause instanceof DOMException ? cause.name : String(cause));
  const refusals = [new DOMException('', 'SecurityError'), new DOMException('', 'InvalidStateError'), new TypeError('no indexedDB')];
  const failures = ['UnknownError', 'AbortError', 'QuotaExceededError', 'VersionError'].map((name) => new DOMException('', name));
  expect([...refusals, ...failures].filter(isRefusal).map(nameOf)).toEqual(refusals.map(nameOf));
});
