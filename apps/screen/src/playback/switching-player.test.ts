import type { ManifestItem } from '@vitrine/contract/screens';
import type { Player, PlayerOptions } from '@vitrine/stage';
import { beforeEach, expect, it, vi } from 'vitest';
import { createSwitchingPlayer } from './switching-player.ts';

/** Player that shows the first of its items when a test calls `show`. */
class FakePlayer {
  readonly kind: string;
  readonly options: Partial<PlayerOptions<ManifestItem>>;
  readonly calls: string[] = [];
  current: ManifestItem | null = null;
  playing = true;
  isDestroyed = false;
  items: readonly ManifestItem[] = [];
  retry = vi.fn();
  renew = vi.fn();

  constructor(kind: string, options: Partial<PlayerOptions<ManifestItem>>) {
    this.kind = kind;
    this.options = options;
  }
  setItems(items: readonly ManifestItem[], { restart = false } = {}): void {
    this.items = items;
    this.calls.push(`${items.map(({ id }) => id).join()}${restart ? ' now' : ''}`);
    if (items.length === 0) this.show(null);
  }
  show(item = this.items[0] ?? null): void {
    this.current = item;
    this.options.onItem?.(item);
  }
  play(): void {
    this.playing = true;
  }
  pause(): void {
    this.playing = false;
  }
  next = () => void this.calls.push('next');
  previous = () => void this.calls.push('previous');
  setMuted = (muted: boolean) => void this.calls.push(`muted ${muted}`);
  setVolume = (volume: number) => void this.calls.push(`volume ${volume}`);
  setFit = () => undefined;
  destroy(): void {
    this.isDestroyed = true;
  }
}

const created = vi.hoisted(() => [] as unknown[]);
vi.mock('@vitrine/stage', () => {
  const create = (kind: string) => (options: Partial<PlayerOptions<ManifestItem>>) => {
    const player = new FakePlayer(kind, options);
    created.push(player);
    return player;
  };
  return { createPlayer: create('ordinary'), createAlignedPlayer: create('aligned') };
});

const item = (id: string): ManifestItem => ({ id, mediaId: id, kind: 'image', sha256: id, durationMs: 5000 });
const [a, b] = [item('a'), item('b')];

/** Creates the player of a main zone that shows item `a` of an ordinary publish. */
function createMainZone() {
  created.length = 0;
  const shown: (string | null)[] = [];
  const elements: object[] = [];
  const state = { isSynchronized: false };
  const onItem = (next: ManifestItem | null) => void shown.push(next?.id ?? null);
  const first = new FakePlayer('ordinary', { onItem });
  const player = createSwitchingPlayer(first as unknown as Player<ManifestItem>, {
    element: { prepend: (element: object) => elements.unshift(element) } as unknown as HTMLElement,
    now: Date.now,
    resolveUrl: () => '',
    isSynchronized: () => state.isSynchronized,
    onItem,
  });
  vi.stubGlobal('document', {
    createElement: () => {
      const element = { style: {}, remove: () => elements.splice(elements.indexOf(element), 1) };
      return element;
    },
  });
  const newest = () => created.at(-1) as FakePlayer;
  player.setItems([a], { restart: true });
  first.show();
  shown.length = 0;
  return { player, first, newest, shown, elements, state };
}

let zone: ReturnType<typeof createMainZone>;
beforeEach(() => {
  zone = createMainZone();
});

it('keeps the visible item until the aligned player shows its first one, in both directions', () => {
  const { player, first, newest, shown, elements, state } = zone;
  state.isSynchronized = true;
  player.setItems([b], { restart: true });
  const aligned = newest();
  expect([aligned.kind, aligned.items, first.calls.at(-1), player.current?.id]).toEqual(['aligned', [b], 'a', 'a']);
  aligned.show();
  expect([shown, player.current?.id, first.isDestroyed, elements.length]).toEqual([['b'], 'b', true, 1]);
  state.isSynchronized = false;
  player.setItems([a, b]);
  expect([newest().kind, newest().calls.at(-1), aligned.isDestroyed, elements.length]).toEqual(['ordinary', 'a,b now', false, 2]);
  newest().show();
  expect([shown, aligned.isDestroyed, elements.length]).toEqual([['b', 'a'], true, 1]);
});

it('passes items of the same kind on, to the player that is not visible yet as well', () => {
  const { player, newest, state } = zone;
  state.isSynchronized = true;
  player.setItems([b], { restart: true });
  player.setItems([b, a]);
  expect(newest().calls).toEqual(['volume 1', 'b now', 'b,a']);
});

it('returns to the visible player when the kind changes back before the other one shows anything', () => {
  const { player, first, newest, shown, elements, state } = zone;
  state.isSynchronized = true;
  player.setItems([b], { restart: true });
  const aligned = newest();
  state.isSynchronized = false;
  player.setItems([a, b]);
  aligned.show();
  expect([aligned.isDestroyed, elements.length, first.calls.at(-1), shown]).toEqual([true, 0, 'a,b now', []]);
});

it('becomes empty without items, also while another player starts', () => {
  const { player, newest, shown, state } = zone;
  state.isSynchronized = true;
  player.setItems([b], { restart: true });
  state.isSynchronized = false;
  player.setItems([], { restart: true });
  expect([newest().isDestroyed, shown, player.current]).toEqual([true, [null], null]);
});

it('hands sound, volume and pause over to the next player', () => {
  const { player, newest, state } = zone;
  player.setMuted(false);
  player.setVolume(0.3);
  player.pause();
  state.isSynchronized = true;
  player.setItems([b]);
  expect([newest().options.muted, newest().playing, newest().calls[0]]).toEqual([false, false, 'volume 0.3']);
  player.play();
  expect([newest().playing, player.playing]).toEqual([true, true]);
  player.next();
  expect(newest().calls.at(-1)).toBe('next');
});
