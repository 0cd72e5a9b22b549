import type { Play } from '@vitrine/contract/plays';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPlayDelivery } from './play-delivery.ts';

const play = (sequence: number): Play => ({
  sequence,
  deviceId: 'd',
  playlistId: 'p',
  mediaId: 'm',
  startedAt: '2026-05-04T10:00:00.000Z',
  count: 1,
  shownMs: 5000,
});

/** A log in memory that holds one play per number, and a server that records what it received. */
function aDelivery() {
  const waiting = [play(1), play(2), play(3)];
  let sealed: Play[] = [];
  const drop: number[] = [];
  const sent: number[][] = [];
  const server: { answer: () => Promise<number | null> } = { answer: async () => sent.at(-1)?.at(-1) ?? 0 };
  const delivery = startPlayDelivery({
    log: {
      seal: async () => {
        if (sealed.length === 0) sealed = waiting.splice(0, 2);
        return [...sealed];
      },
      acknowledge: async (sequence) => {
        sealed = sealed.filter((one) => one.sequence > sequence);
      },
      drop: async (plays) => {
        drop.push(...plays.map(({ sequence }) => sequence));
        sealed = [];
      },
      totals: async () => ({ sequence: 0, lost: 0 }),
    },
    send: (plays) => {
      sent.push(plays.map(({ sequence }) => sequence));
      return server.answer();
    },
    onError: () => undefined,
  });
  return { delivery, sent, server, drop, waiting };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('tells batch after batch, one to two minutes apart, and nothing when nothing waits', async () => {
  const { sent } = aDelivery();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent[0]).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toEqual([[1, 2], [3]]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(2);
});

it.each([0, 0.5, 0.999])('leaves at least a minute between two deliveries, whenever the first was: %d', async (random) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const { sent } = aDelivery();
  while (sent.length === 0) await vi.advanceTimersByTimeAsync(1000);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent).toEqual([[1, 2]]);
  await vi.advanceTimersByTimeAsync(62_000);
  expect(sent).toEqual([[1, 2], [3]]);
});

it('sends the same numbers again, with backoff, until the server has acknowledged them', async () => {
  const { sent, server } = aDelivery();
  const answer = server.answer;
  server.answer = () => Promise.reject(new TypeError('failed to fetch'));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(sent.length).toBeGreaterThan(15);
  expect(sent.length).toBeLessThan(60);
  expect(sent.every((numbers) => numbers.join() === '1,2')).toBe(true);
  server.answer = answer;
  await vi.advanceTimersByTimeAsync(480_000);
  expect(sent.slice(-2)).toEqual([[1, 2], [3]]);
});

it('gives up what the server refuses, so that it does not stand in the way', async () => {
  const { sent, server, drop } = aDelivery();
  server.answer = async () => null;
  await vi.advanceTimersByTimeAsync(240_000);
  expect(drop).toEqual([1, 2, 3]);
  expect(sent).toHaveLength(2);
});

it('tells early when many wait, and not at all once stopped', async () => {
  const { delivery, sent } = aDelivery();
  for (let count = 0; count < 50; count++) delivery.onPlayCounted();
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([[1, 2]]);
  delivery.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(1);
});
