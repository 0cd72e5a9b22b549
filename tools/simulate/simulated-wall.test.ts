import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SimulatedWall } from './simulated-wall.ts';

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

function aWall() {
  const shown: (string | null)[] = [];
  const wall = new SimulatedWall({ now: Date.now, onItem: (next) => void shown.push(next?.id ?? null) });
  return { wall, shown };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('shows one item after the other, each for its time', () => {
  const { wall, shown } = aWall();
  wall.adopt(manifest(publish('p', 'abc')));
  vi.advanceTimersByTime(30_000);
  expect(shown).toEqual(['a', 'b', 'c', 'a']);
});

it('leaves a single picture where it is', () => {
  const { wall, shown } = aWall();
  wall.adopt(manifest(publish('p', 'a')));
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual(['a']);
});

it('switches to another publish immediately, and continues the same publish when its items change', () => {
  const { wall, shown } = aWall();
  wall.adopt(manifest(publish('p', 'abc')));
  wall.adopt(manifest(publish('p', 'axyz')));
  expect(shown).toEqual(['a']);
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual(['a', 'x']);
  wall.adopt(manifest(publish('p', 'axyz'), publish('q', 'lmn', '2026-02-01T00:00:00Z')));
  expect(shown).toEqual(['a', 'x', 'l']);
  wall.adopt(manifest());
  expect(shown).toEqual(['a', 'x', 'l', null]);
});

it('obeys', () => {
  const { wall, shown } = aWall();
  wall.adopt(manifest(publish('p', 'abc')));
  wall.pause();
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual(['a']);
  wall.previous();
  expect(shown).toEqual(['a', 'c']);
  wall.play();
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual(['a', 'c', 'a']);
});
