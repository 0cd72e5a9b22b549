import type { ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getShownItem, PlayCounter } from './play-counter.ts';
import type { PlayTally } from './tally.ts';

const START = Date.UTC(2026, 4, 4, 10);
const item = (id: string): ManifestItem => ({ id, mediaId: `media-${id}`, kind: 'image', sha256: '', durationMs: 5000 });
const publish: ManifestPublish = {
  publishId: 'p',
  playlistId: 'playlist',
  name: 'Summer',
  main: true,
  activatedAt: null,
  updatedAt: '',
  schedule: null,
  items: [],
};
const shown = (id: string) => ({ deviceId: 'd', publish, item: item(id) });

function createCounter() {
  const page = { isVisible: true };
  const tallies: PlayTally[] = [];
  const counter = new PlayCounter({
    now: () => START + performance.now(),
    isVisible: () => page.isVisible,
    store: (tally) => void tallies.push(tally),
  });
  return { counter, tallies, page };
}

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

it('counts an item when it leaves the display, with the time it was shown', () => {
  const { counter, tallies } = createCounter();
  counter.setShownItem(shown('a'));
  vi.advanceTimersByTime(5000);
  expect(tallies).toEqual([]);
  counter.setShownItem(shown('b'));
  vi.advanceTimersByTime(2000);
  counter.setShownItem(null);
  vi.advanceTimersByTime(50_000);
  expect(tallies.map(({ mediaId, count, shownMs }) => [mediaId, count, shownMs])).toEqual([
    ['media-a', 1, 5000],
    ['media-b', 1, 2000],
  ]);
  expect(tallies[1]).toMatchObject({ deviceId: 'd', playlistId: 'playlist', startedAt: '2026-05-04T10:00:05.000Z' });
});

it('records a long-lasting item every minute as a single play', () => {
  const { counter, tallies } = createCounter();
  counter.setShownItem(shown('a'));
  vi.advanceTimersByTime(600_000);
  counter.setShownItem(null);
  expect(tallies.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  expect(tallies.reduce((sum, { shownMs }) => sum + shownMs, 0)).toBe(600_000);
  expect(tallies.length).toBeGreaterThanOrEqual(10);
});

it('does not count items that were not visible', () => {
  const { counter, tallies, page } = createCounter();
  page.isVisible = false;
  counter.flush();
  counter.setShownItem(shown('a'));
  vi.advanceTimersByTime(5000);
  counter.setShownItem(shown('b'));
  vi.advanceTimersByTime(1000);
  page.isVisible = true;
  counter.flush();
  vi.advanceTimersByTime(3000);
  page.isVisible = false;
  counter.flush();
  vi.advanceTimersByTime(3000);
  counter.setShownItem(null);
  expect(tallies.map(({ mediaId, count, shownMs }) => [mediaId, count, shownMs])).toEqual([['media-b', 1, 3000]]);
});

it('counts nothing on a screen that is not a device', () => {
  expect(getShownItem(null, publish, item('a'))).toBeNull();
  expect(getShownItem({ revision: 1, device: null, publishes: [], files: [] }, publish, item('a'))).toBeNull();
});

it('names the side zone of an item, and no zone of the main one', () => {
  const { counter, tallies } = createCounter();
  counter.setShownItem({ ...shown('a'), zone: 'side' });
  vi.advanceTimersByTime(1000);
  counter.setShownItem(shown('b'));
  vi.advanceTimersByTime(1000);
  counter.setShownItem(null);
  expect(tallies.map((tally) => tally.zone)).toEqual(['side', undefined]);
  expect(tallies[1]).not.toHaveProperty('zone');
});
