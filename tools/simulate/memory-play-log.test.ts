import { expect, it } from 'vitest';
import { getTallyPeriod, MAX_HOURLY_TALLIES } from '../../apps/screen/src/plays/play-log.ts';
import { createMemoryPlayLog } from './memory-play-log.ts';

const tally = (mediaId: string) => ({
  deviceId: 'd',
  playlistId: 'p',
  mediaId,
  startedAt: '2026-05-04T10:00:00.000Z',
  count: 1,
  shownMs: 5000,
});
const time = { day: '2026-05-04', hour: 9 };
const numbers = (plays: { sequence: number }[]) => plays.map(({ sequence }) => sequence);

it('sums plays of the same media in the same hour', async () => {
  const log = createMemoryPlayLog();
  for (const hour of [9, 9, 10]) await log.count(tally('a'), { ...time, hour });
  expect((await log.seal()).map(({ count, shownMs }) => [count, shownMs])).toEqual([
    [2, 10_000],
    [1, 5000],
  ]);
});

it('seals the same batch until it is acknowledged and never reuses a sequence number', async () => {
  const log = createMemoryPlayLog();
  await log.count(tally('a'), time);
  expect(numbers(await log.seal())).toEqual([1]);
  await log.count(tally('b'), time);
  expect(numbers(await log.seal())).toEqual([1]);
  await log.acknowledge(1);
  expect(numbers(await log.seal())).toEqual([2]);
  await log.drop(await log.seal());
  await log.count(tally('c'), time);
  expect(numbers(await log.seal())).toEqual([3]);
  expect(await log.totals()).toEqual({ sequence: 3, lost: 1 });
});

it('drops the oldest play when the queue is full and counts it as lost', async () => {
  const log = createMemoryPlayLog(2);
  for (const mediaId of ['a', 'b', 'c']) await log.count(tally(mediaId), time);
  expect((await log.seal()).map(({ mediaId }) => mediaId)).toEqual(['b', 'c']);
  expect(await log.totals()).toMatchObject({ lost: 1 });
});

it('sums plays by day once many tallies are queued', () => {
  expect(getTallyPeriod(time, MAX_HOURLY_TALLIES - 1)).toBe('2026-05-04T09');
  expect(getTallyPeriod(time, MAX_HOURLY_TALLIES)).toBe('2026-05-04');
});
