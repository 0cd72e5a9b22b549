import type { Play } from '@vitrine/contract/plays';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deliverPlays } from './play-delivery.ts';

const play = (sequence: number): Play => ({
  sequence,
  deviceId: 'd',
  playlistId: 'p',
  mediaId: 'm',
  startedAt: '2026-05-04T10:00:00.000Z',
  count: 1,
  shownMs: 5000,
});

/** A log in memory that holds one play per number, and a server that notes what it was told. */
function aDelivery() {
  const waiting = [play(1), play(2), play(3)];
  let sealed: Play[] = [];
  const refused: number[] = [];
  const told: number[][] = [];
  const server: { answer: () => Promise<number | null> } = { answer: async () => told.at(-1)?.at(-1) ?? 0 };
  const delivery = deliverPlays({
    log: {
      seal: async () => {
        if (sealed.length === 0) sealed = waiting.splice(0, 2);
        return [...sealed];
      },
      taken: async (sequence) => {
        sealed = sealed.filter((one) => one.sequence > sequence);
      },
      refused: async (plays) => {
        refused.push(...plays.map(({ sequence }) => sequence));
        sealed = [];
      },
      told: async () => ({ sequence: 0, lost: 0 }),
    },
    tell: (plays) => {
      told.push(plays.map(({ sequence }) => sequence));
      return server.answer();
    },
    onTrouble: () => undefined,
  });
  return { delivery, told, server, refused, waiting };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('tells batch after batch, about a minute apart, and nothing when nothing waits', async () => {
  const { told } = aDelivery();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([[1, 2]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([[1, 2], [3]]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(told).toHaveLength(2);
});

it('tells the same numbers again until the server has taken them, ever more slowly', async () => {
  const { told, server } = aDelivery();
  const answer = server.answer;
  server.answer = () => Promise.reject(new TypeError('failed to fetch'));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(told.length).toBeGreaterThan(20);
  expect(told.length).toBeLessThan(120);
  expect(told.every((numbers) => numbers.join() === '1,2')).toBe(true);
  server.answer = answer;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(told.slice(-2)).toEqual([[1, 2], [3]]);
});

it('gives up what the server refuses, so that it does not stand in the way', async () => {
  const { told, server, refused } = aDelivery();
  server.answer = async () => null;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(refused).toEqual([1, 2, 3]);
  expect(told).toHaveLength(2);
});

it('tells early when many wait, and not at all once stopped', async () => {
  const { delivery, told } = aDelivery();
  for (let count = 0; count < 50; count++) delivery.counted();
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toEqual([[1, 2]]);
  delivery.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(told).toHaveLength(1);
});
