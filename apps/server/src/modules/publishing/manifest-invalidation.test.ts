import { expect, it } from 'vitest';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { createRefreshHandler } from './manifest-invalidation.ts';
import type { ManifestsService } from './manifests.service.ts';

const PLAYLIST = '00000000-0000-4000-8000-000000000001';
const context = { id: 'job', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };

/** Creates the handler with a playlist on this number of screens that changes at each refresh. */
function aHandler(walls: number) {
  const state = { now: 1_000_000, refreshed: 0, added: [] as { payload: unknown; runAt: number | undefined }[] };
  const handler = createRefreshHandler({
    db: { transaction: () => ({ execute: (work: (tx: Tx) => unknown) => work({} as Tx) }) } as unknown as Database,
    clock: { now: () => new Date(state.now) },
    queue: {
      add: async (_tx, _type, payload, options) => void state.added.push({ payload, runAt: options?.runAt?.getTime() }),
    } satisfies Queue,
    manifests: {
      async refresh(_tx: Tx, playlistIds: string[]) {
        state.refreshed += playlistIds.length;
        return playlistIds.length * walls;
      },
    } as unknown as ManifestsService,
  });
  return { state, change: (payload: object = { playlistId: PLAYLIST }) => handler.run(payload, context) };
}

it('spreads repeated changes of a playlist on thousands of screens over time and never drops the last one', async () => {
  const { state, change } = aHandler(5000);
  await change();
  await change();
  await change();
  expect(state.refreshed).toBe(1);
  expect(state.added.map(({ runAt }) => runAt)).toEqual([1_001_000, 1_001_000]);
  // Make the delayed job due, because the test's clock is ahead.
  await change(state.added.at(-1)?.payload as object);
  expect(state.refreshed).toBe(2);
  state.now += 1000;
  await change();
  expect(state.refreshed).toBe(3);
});

it('applies every change immediately for a playlist on a few screens', async () => {
  const { state, change } = aHandler(50);
  await change();
  await change();
  expect(state).toMatchObject({ refreshed: 2, added: [] });
});
