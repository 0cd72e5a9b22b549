/** Play counts of a synchronized playlist, whose items are selected by the clock. */
import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { createAlignedPlayer, type Prepared, type Stage } from '@vitrine/stage';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getShownItem, PlayCounter } from './play-counter.ts';
import type { PlayTally } from './tally.ts';

/** Multiple of the cycle below. */
const START = Date.UTC(2026, 10, 28, 12);
const still = (id: string, durationMs: number): ManifestItem => ({ id, mediaId: `media-${id}`, kind: 'image', sha256: '', durationMs });
const ring = [still('a', 4000), still('b', 1000), still('c', 5000)];
const publish: ManifestPublish = {
  publishId: 'p',
  playlistId: 'playlist',
  name: 'Window',
  main: true,
  activatedAt: null,
  updatedAt: '',
  schedule: null,
  items: ring,
  synchronized: true,
};
const manifest = { device: { id: 'd' } } as Manifest;

/** Plays on a stage that shows items at once, and counts what it shows as the screen does. */
function startScreen(items: readonly ManifestItem[], { startMs = 0, broken = '' } = {}) {
  vi.setSystemTime(START + startMs);
  const tallies: PlayTally[] = [];
  const counter = new PlayCounter({
    now: () => Date.now(),
    isVisible: () => true,
    store: (tally) => void tallies.push(tally),
  });
  const stage: Partial<Stage<ManifestItem>> = {
    async prepare(item) {
      if (item.id === broken) throw new Error('damaged');
      return { item, dispose: () => undefined } as Prepared<ManifestItem>;
    },
    show: async () => undefined,
    clear: () => undefined,
    destroy: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
  };
  const player = createAlignedPlayer<ManifestItem>(
    {
      element: {} as HTMLElement,
      now: () => Date.now(),
      resolveUrl: () => '',
      onItem: (item) => counter.setShownItem(getShownItem(manifest, publish, item)),
    },
    (() => stage) as unknown as Parameters<typeof createAlignedPlayer>[1],
  );
  player.setItems(items);
  /** Returns the number of plays and the shown milliseconds of each media. */
  const stop = () => {
    counter.setShownItem(null);
    const sums: Record<string, [plays: number, shownMs: number]> = {};
    for (const { mediaId, count, shownMs } of tallies) {
      const [plays, ms] = sums[mediaId] ?? [0, 0];
      sums[mediaId] = [plays + count, ms + shownMs];
    }
    return sums;
  };
  return { player, stop, tallies };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('counts each slot as one play, and the first one only from the moment at which the screen joined', async () => {
  const { stop, tallies } = startScreen(ring, { startMs: 1000 });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(stop()).toEqual({ 'media-a': [2, 7000], 'media-b': [2, 2000], 'media-c': [2, 10_000] });
  expect(tallies[0]).toMatchObject({ deviceId: 'd', playlistId: 'playlist', startedAt: '2026-11-28T12:00:01.000Z' });
});

it('counts the same plays on two screens that start together', async () => {
  const [one, other] = [startScreen(ring), startScreen(ring)];
  await vi.advanceTimersByTimeAsync(60_000);
  const plays = one.stop();
  expect(plays).toEqual({ 'media-a': [6, 24_000], 'media-b': [6, 6000], 'media-c': [6, 30_000] });
  expect(other.stop()).toEqual(plays);
});

it('adds the slot of an item that fails to the play of the item that stays', async () => {
  const { stop } = startScreen(ring, { broken: 'b' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stop()).toEqual({ 'media-a': [1, 5000], 'media-c': [1, 5000] });
});

it('counts a held item as one play for as long as it is held', async () => {
  const { player, stop } = startScreen(ring);
  await vi.advanceTimersByTimeAsync(1000);
  player.pause();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(stop()).toEqual({ 'media-a': [1, 91_000] });
});

it('counts a single still as one play, because it stays', async () => {
  const { stop } = startScreen([still('a', 4000)]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(stop()).toEqual({ 'media-a': [1, 30_000] });
});
