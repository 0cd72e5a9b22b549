import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readValue, writeValue } from '../database/local-values.ts';
import { createMemoryDatabase } from '../database/memory-database.ts';
import type { Screen } from '../screen.ts';
import { stubStorage } from '../testing/stub-storage.ts';
import { ARRIVAL_KEY } from './move-values.ts';
import { watchArrival } from './watch-arrival.ts';

const SITUATION = { manifest: { revision: 1 }, nextManifest: null, progress: { downloaded: 1, total: 1 }, reachable: true, isOff: false };
const replaced: string[] = [];
let status: number;
const fetchFromServer = vi.fn(async () => Response.json({ error: status !== 200, result: {} }, { status }));

async function aScreenThatArrived({ isHealthy = true } = {}): Promise<void> {
  const database = createMemoryDatabase();
  await database.put('identity', { deviceId: 'K12345', secret: 'secret', versionCode: '1' }, 'me');
  watchArrival({ situation: SITUATION, isHealthy: () => isHealthy, local: { database } } as unknown as Screen);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockReturnValue();
  fetchFromServer.mockClear();
  status = 200;
  replaced.length = 0;
  vi.stubGlobal('fetch', fetchFromServer);
  vi.stubGlobal('location', { origin: 'https://new.example', replace: (url: string) => replaced.push(url) });
  stubStorage();
  writeValue(ARRIVAL_KEY, JSON.stringify({ from: 'https://old.example' }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('confirms the arrival of a screen that plays, once', async () => {
  await aScreenThatArrived();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetchFromServer).toHaveBeenCalledTimes(1);
  expect(readValue(ARRIVAL_KEY)).toBe('');
});

it('waits longer after each confirmation that the server refuses', async () => {
  status = 404;
  await aScreenThatArrived();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetchFromServer.mock.calls.length).toBeGreaterThan(5);
  expect(fetchFromServer.mock.calls.length).toBeLessThan(40);
  status = 200;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(readValue(ARRIVAL_KEY)).toBe('');
});

it('returns to the old address when the screen shows nothing for five minutes', async () => {
  await aScreenThatArrived({ isHealthy: false });
  await vi.advanceTimersByTimeAsync(299_000);
  expect(replaced).toEqual([]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(replaced).toEqual(['https://old.example/screen']);
  expect(fetchFromServer).not.toHaveBeenCalled();
});
