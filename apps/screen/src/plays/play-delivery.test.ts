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

/** Starts a delivery with a play log in memory and a server that records the received numbers. */
function createDelivery() {
  const queued = [play(1), play(2), play(3)];
  let sealed: Play[] = [];
  const dropped: number[] = [];
  const sent: number[][] = [];
  const server: { answer: () => Promise<number | null> } = { answer: async () => sent.at(-1)?.at(-1) ?? 0 };
  const delivery = startPlayDelivery({
    log: {
      seal: async () => {
        if (sealed.length === 0) sealed = queued.splice(0, 2);
        return [...sealed];
      },
      acknowledge: async (sequence) => {
        sealed = sealed.filter((entry) => entry.sequence > sequence);
      },
      drop: async (plays) => {
        dropped.push(...plays.map(({ sequence }) => sequence));
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
  return { delivery, sent, server, dropped, queued };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('sends batches one to two minutes apart, and nothing when no plays are queued', async () => {
  const { sent } = createDelivery();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent[0]).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toEqual([[1, 2], [3]]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(2);
});

it.each([0, 0.5, 0.999])('waits at least a minute between two deliveries, with a random factor of %d', async (random) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const { sent } = createDelivery();
  while (sent.length === 0) await vi.advanceTimersByTimeAsync(1000);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent).toEqual([[1, 2]]);
  await vi.advanceTimersByTimeAsync(62_000);
  expect(sent).toEqual([[1, 2], [3]]);
});

it('resends the same numbers with backoff until the server acknowledges them', async () => {
  const { sent, server } = createDelivery();
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

it('drops plays that the server rejects, so that they do not block later ones', async () => {
  const { sent, server, dropped } = createDelivery();
  server.answer = async () => null;
  await vi.advanceTimersByTimeAsync(240_000);
  expect(dropped).toEqual([1, 2, 3]);
  expect(sent).toHaveLength(2);
});

it('sends early when many plays are queued, and nothing after stop', async () => {
  const { delivery, sent } = createDelivery();
  for (let count = 0; count < 50; count++) delivery.onPlayCounted();
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([[1, 2]]);
  delivery.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(1);
});
