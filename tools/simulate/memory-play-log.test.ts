import { expect, it } from 'vitest';
import { createMemoryPlayLog } from './memory-play-log.ts';

const tally = (mediaId: string) => ({
  deviceId: 'd',
  playlistId: 'p',
  mediaId,
  startedAt: '2026-05-04T10:00:00.000Z',
  count: 1,
  shownMs: 5000,
});
const numbers = (plays: { sequence: number }[]) => plays.map(({ sequence }) => sequence);

it('sums plays of the same media on the same day', async () => {
  const log = createMemoryPlayLog();
  for (const [mediaId, day] of [
    ['a', '2026-05-04'],
    ['a', '2026-05-04'],
    ['a', '2026-05-05'],
  ] as const)
    await log.count(tally(mediaId), day);
  expect((await log.seal()).map(({ count, shownMs }) => [count, shownMs])).toEqual([
    [2, 10_000],
    [1, 5000],
  ]);
});

it('seals the same batch until it is acknowledged and never reuses a sequence number', async () => {
  const log = createMemoryPlayLog();
  await log.count(tally('a'), 'day');
  expect(numbers(await log.seal())).toEqual([1]);
  await log.count(tally('b'), 'day');
  expect(numbers(await log.seal())).toEqual([1]);
  await log.acknowledge(1);
  expect(numbers(await log.seal())).toEqual([2]);
  await log.drop(await log.seal());
  await log.count(tally('c'), 'day');
  expect(numbers(await log.seal())).toEqual([3]);
  expect(await log.totals()).toEqual({ sequence: 3, lost: 1 });
});

it('drops the oldest play when the queue is full and counts it as lost', async () => {
  const log = createMemoryPlayLog(2);
  for (const mediaId of ['a', 'b', 'c']) await log.count(tally(mediaId), 'day');
  expect((await log.seal()).map(({ mediaId }) => mediaId)).toEqual(['b', 'c']);
  expect(await log.totals()).toMatchObject({ lost: 1 });
});
