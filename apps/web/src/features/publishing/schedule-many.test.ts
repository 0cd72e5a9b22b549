import type { Publish } from '@vitrine/contract/publishing';
import { expect, it } from 'vitest';
import { AppError } from '../../lib/app-error.ts';
import { scheduleMany } from './schedule-many.ts';

const publishes = Array.from({ length: 200 }, (_, index) => ({ _id: String(index), mainPlaylist: index === 7 }) as Publish);

it('sets each schedule once, a few at a time, and tells of those that failed', async () => {
  const saved: string[] = [];
  const counts: number[] = [];
  let underWay = 0;
  let most = 0;
  const save = async ({ _id }: Publish) => {
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay -= 1;
    if (_id === '3' || _id === '150') throw new AppError('NOT_FOUND', 'It is gone.', 404);
    saved.push(_id);
  };
  const failures = await scheduleMany(publishes, save, (count) => counts.push(count));
  expect(most).toBe(6);
  expect(saved).toHaveLength(197);
  expect(new Set(saved).size).toBe(197);
  expect(counts.at(-1)).toBe(200);
  expect(new Map(failures.map(({ publish, mayPass }) => [publish._id, mayPass]))).toEqual(
    new Map([
      ['3', true],
      ['7', false],
      ['150', true],
    ]),
  );
  expect(failures.find(({ publish }) => publish._id === '3')?.reason).toBe('It is gone.');
});
