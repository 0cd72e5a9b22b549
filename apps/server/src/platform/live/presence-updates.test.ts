import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPresenceUpdates } from './presence-updates.ts';
import type { ScreenMessage } from './screen-packets.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const SCREEN = { screenId: 'a', userAgent: 'Chrome', link: { guard: { address: '192.0.2.7' } } };

function createPresence({ isConnected }: { isConnected: boolean }) {
  const screens = {
    connected: vi.fn<() => Promise<number | undefined>>().mockResolvedValue(3),
    disconnected: vi.fn<() => Promise<boolean>>().mockResolvedValue(true),
  };
  const sent: ScreenMessage[] = [];
  const state = { isConnected };
  const deps = { screens, enter: (work: () => void) => work() } as unknown as Parameters<typeof createPresenceUpdates>[0];
  const presence = createPresenceUpdates(deps, {
    isConnected: () => state.isConnected,
    send: (_screenIds, message) => void sent.push(message),
  });
  return { screens, sent, state, ...presence };
}

it('records that a screen is offline once the database is available again', async () => {
  const { screens, update } = createPresence({ isConnected: false });
  screens.disconnected.mockResolvedValueOnce(false).mockResolvedValueOnce(false);
  await update(SCREEN);
  await vi.advanceTimersByTimeAsync(4900);
  expect(screens.disconnected).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screens.disconnected.mock.calls).toEqual([['a'], ['a'], ['a']]);
});

it('records that a screen is online once the database is available again, and sends its newest revision', async () => {
  const { screens, sent, update } = createPresence({ isConnected: true });
  screens.connected.mockResolvedValueOnce(undefined);
  await update(SCREEN);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(screens.connected).toHaveBeenLastCalledWith('a', '192.0.2.7', 'Chrome');
  expect(sent.map(({ event, payload }) => [event, payload])).toEqual([['sync', { revision: 3 }]]);
});

it('ends repeated updates when the process stops', async () => {
  const { screens, update, stop } = createPresence({ isConnected: false });
  screens.disconnected.mockResolvedValue(false);
  await update(SCREEN);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screens.disconnected).toHaveBeenCalledTimes(1);
});

it('repeats the update of a screen that connected again in the meantime by its current connection', async () => {
  const { screens, state, update } = createPresence({ isConnected: false });
  screens.disconnected.mockResolvedValueOnce(false);
  await update(SCREEN);
  state.isConnected = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect([screens.disconnected.mock.calls.length, screens.connected.mock.calls.length]).toEqual([1, 1]);
});
