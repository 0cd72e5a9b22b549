import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { placeAt } from '@vitrine/playback';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SimulatedPlayer } from './simulated-player.ts';

const item = (id: string): ManifestItem => ({ id, mediaId: id, kind: 'image', sha256: id, durationMs: 10_000 });
const publish = (publishId: string, ids: string, activatedAt = '2026-01-01T00:00:00Z'): ManifestPublish => ({
  publishId,
  playlistId: publishId,
  name: publishId,
  main: false,
  activatedAt,
  updatedAt: activatedAt,
  schedule: null,
  items: [...ids].map(item),
});
const manifest = (...publishes: ManifestPublish[]): Manifest => ({ revision: 1, device: null, publishes, files: [] });

function createPlayer() {
  const shown: (string | null)[] = [];
  const player = new SimulatedPlayer({ now: Date.now, onItem: (next) => void shown.push(next?.id ?? null) });
  return { player, shown };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('shows the items in order, each for its duration', () => {
  const { player, shown } = createPlayer();
  player.adopt(manifest(publish('p', 'abc')));
  vi.advanceTimersByTime(30_000);
  expect(shown).toEqual(['a', 'b', 'c', 'a']);
});

it('shows a single image once', () => {
  const { player, shown } = createPlayer();
  player.adopt(manifest(publish('p', 'a')));
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual(['a']);
});

it('switches to another publish immediately, and continues the same publish when its items change', () => {
  const { player, shown } = createPlayer();
  player.adopt(manifest(publish('p', 'abc')));
  player.adopt(manifest(publish('p', 'axyz')));
  expect(shown).toEqual(['a']);
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual(['a', 'x']);
  player.adopt(manifest(publish('p', 'axyz'), publish('q', 'lmn', '2026-02-01T00:00:00Z')));
  expect(shown).toEqual(['a', 'x', 'l']);
  player.adopt(manifest());
  expect(shown).toEqual(['a', 'x', 'l', null]);
});

it('pauses, goes back and resumes on command', () => {
  const { player, shown } = createPlayer();
  player.adopt(manifest(publish('p', 'abc')));
  player.pause();
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual(['a']);
  player.previous();
  expect(shown).toEqual(['a', 'c']);
  player.play();
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual(['a', 'c', 'a']);
});

it('finishes an item whose period ends, skips it from then on, and includes an item whose period starts', () => {
  vi.setSystemTime(Date.parse('2026-06-01T07:59:53Z'));
  const { player, shown } = createPlayer();
  const limited = publish('p', 'abc');
  const [a, b] = limited.items;
  if (!a || !b) throw new Error('no items');
  Object.assign(a, { valid: { until: '2026-06-01T08:00' } });
  Object.assign(b, { valid: { from: '2026-06-01T08:00' } });
  player.adopt(manifest(limited));
  vi.advanceTimersByTime(9999);
  expect(shown).toEqual(['a']);
  vi.advanceTimersByTime(40_000);
  expect(shown).toEqual(['a', 'b', 'c', 'b', 'c']);
});

it('shows the items of a synchronized publish by the clock, and refuses to skip them', () => {
  const START = Date.UTC(2026, 5, 1, 12);
  vi.setSystemTime(START + 12_000);
  const { player, shown } = createPlayer();
  const synchronized: ManifestPublish = { ...publish('p', 'abc'), synchronized: true };
  const expected = () => synchronized.items[placeAt(synchronized.items, Date.now())?.index ?? 0]?.id;
  player.adopt(manifest(synchronized));
  for (let second = 0; second < 60; second++) {
    expect(shown.at(-1)).toBe(expected());
    vi.advanceTimersByTime(1000);
  }
  expect(() => player.next()).toThrow('the clock');
  player.pause();
  const held = shown.at(-1);
  vi.advanceTimersByTime(15_000);
  expect(shown.at(-1)).toBe(held);
  player.play();
  expect(shown.at(-1)).toBe(expected());
});
