import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { createStage } from './stage.ts';
import type { MediaSource, Prepared, Stage, StageItem, StageOptions } from './types.ts';
import { createZonePlayer } from './zone-player.ts';

/** Multiple of all cycles below. */
const START = Date.UTC(2026, 10, 28, 12);
const still = (id: string, durationMs = 5000): StageItem => ({ id, kind: 'image', durationMs });
const video = (id: string, durationMs = 5000): StageItem => ({ id, kind: 'video', durationMs });

/** Runs players of one zone on stages that record what they show. Loading takes `loadMs`. */
function createZone({ loadMs = 100, startMs = 0 } = {}) {
  vi.setSystemTime(START + startMs);
  const log: string[] = [];
  const errors: string[] = [];
  const broken = new Set<string>();
  const live = new Set<object>();
  const time = { offsetMs: 0 };
  let options: StageOptions = {};
  const note = (text: string) => log.push(`${Date.now() - START} ${text}`);
  const openStage = ((_element: HTMLElement, given: StageOptions) => {
    options = given;
    let visible: Prepared | null = null;
    const stage: Partial<Stage<StageItem>> = {
      async prepare(item: StageItem, source: MediaSource, signal?: AbortSignal) {
        await new Promise((resolve) => setTimeout(resolve, loadMs));
        if (signal?.aborted || broken.has(item.id)) {
          source.release?.();
          throw new Error('damaged');
        }
        const prepared = {
          item,
          dispose: () => {
            if (live.delete(prepared)) source.release?.();
          },
        };
        live.add(prepared);
        return prepared;
      },
      async show(prepared) {
        if (!live.has(prepared)) throw new Error('this item was released');
        visible?.dispose();
        visible = prepared;
        note(prepared.item.id);
      },
      clear() {
        for (const prepared of live) (prepared as Prepared).dispose();
        note('empty');
      },
      destroy: () => stage.clear?.(),
    };
    return stage;
  }) as unknown as typeof createStage;
  const sources = { open: 0 };
  const zone = createZonePlayer(
    {
      element: {} as HTMLElement,
      now: () => Date.now() + time.offsetMs,
      resolveUrl: () => {
        sources.open++;
        return { url: '', release: () => sources.open-- };
      },
      onItem: (item) => note(`reported ${item?.id ?? 'nothing'}`),
      onError: (item, reason) => errors.push(`${item.id}: ${reason}`),
    },
    openStage,
  );
  /** Items with the milliseconds after START at which they appeared. */
  const shown = () => log.filter((line) => !line.includes('reported'));
  return { zone, shown, log, errors, broken, sources, time, getOptions: () => options };
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const ring = [still('a', 4000), still('b', 1000), video('c', 5000)];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows each item from its boundary on, and reports it once', async () => {
  const { zone, log, getOptions } = createZone();
  zone.setItems(ring);
  await advance(19_000);
  const times = ['100 a', '4000 b', '5000 c', '10000 a', '14000 b', '15000 c'];
  expect(log).toEqual(times.flatMap((entry) => [entry, entry.replace(' ', ' reported ')]));
  expect(getOptions().muted).toBe(true);
});

it('starts in the middle of the item that other screens show', async () => {
  const { zone, shown } = createZone({ startMs: 6500 });
  zone.setItems(ring);
  await advance(4000);
  expect(shown()).toEqual(['6600 c', '10000 a']);
});

it('keeps a single still, and starts a single video again at each boundary', async () => {
  const one = createZone();
  one.zone.setItems([still('a', 4000)]);
  await advance(30_000);
  expect(one.shown()).toEqual(['100 a']);
  expect(one.sources.open).toBe(1);
  one.zone.destroy();
  const other = createZone();
  other.zone.setItems([video('c', 5000)]);
  await advance(12_000);
  expect(other.shown()).toEqual(['100 c', '5000 c', '10000 c']);
});

it('keeps the previous item in the slot of one that fails, and tries it again later', async () => {
  const { zone, shown, errors, broken } = createZone();
  broken.add('b');
  zone.setItems(ring);
  await advance(9000);
  expect(shown()).toEqual(['100 a', '5000 c']);
  expect(errors).toEqual(['b: damaged']);
  broken.clear();
  await advance(9000);
  expect(shown().slice(2)).toEqual(['10000 a', '14000 b', '15000 c']);
});

it('shows a repaired item in its own slot', async () => {
  const { zone, shown, broken } = createZone();
  broken.add('a');
  zone.setItems(ring);
  await advance(1000);
  broken.clear();
  zone.retry('a');
  await advance(3500);
  expect(shown()).toEqual(['1100 a', '4000 b']);
});

it('shows an item that loads slowly when it is ready, and drops it when its slot is over', async () => {
  const { zone, shown, sources } = createZone({ loadMs: 1500 });
  zone.setItems([still('a', 1000), still('b', 4000), still('c', 5000)]);
  await advance(10_500);
  // The first slot was too short to load its item.
  expect(shown()).toEqual(['2500 b', '5000 c', '10000 a']);
  zone.destroy();
  await advance(5000);
  expect(sources.open).toBe(0);
});

it('applies other items at the next boundary, in step with screens that have them already', async () => {
  const { zone, shown } = createZone();
  zone.setItems(ring);
  await advance(1000);
  zone.setItems([still('x', 3000), still('y', 7000)]);
  await advance(10_000);
  expect(shown()).toEqual(['100 a', '4000 y', '10000 x']);
});

it('becomes empty immediately, also while an item loads, and starts again', async () => {
  const { zone, log, sources } = createZone();
  zone.setItems(ring);
  await advance(1000);
  zone.setItems([]);
  expect(log.slice(-2)).toEqual(['1000 empty', '1000 reported nothing']);
  await advance(10_000);
  expect([log.length, sources.open, zone.current]).toEqual([4, 0, null]);
  zone.setItems(ring);
  zone.setItems([]);
  await advance(1000);
  expect(sources.open).toBe(0);
  zone.setItems([still('z')]);
  await advance(1000);
  expect(zone.current?.id).toBe('z');
});

it('follows a clock that jumps, and keeps the item when the clock is set back by less than a second', async () => {
  const { zone, shown, time } = createZone();
  zone.setItems(ring);
  await advance(4500);
  time.offsetMs = -800;
  await advance(1000);
  expect(shown()).toEqual(['100 a', '4000 b']);
  time.offsetMs = 60_000_000 + 5000;
  await advance(1000);
  expect(shown()[2]).toBe('5900 a');
});

it('loads the bytes of the shown and of the prepared image again', async () => {
  const { zone, shown, sources } = createZone();
  zone.setItems([still('a', 4000), still('b', 6000)]);
  await advance(1000);
  zone.renew('a');
  zone.renew('b');
  await advance(4000);
  expect(shown()).toEqual(['100 a', '1100 a', '4000 b']);
  expect(zone.current?.id).toBe('b');
  expect(sources.open).toBe(2);
});

it('keeps at most two items loaded, and none after it is destroyed', async () => {
  const { zone, sources } = createZone();
  zone.setItems(ring);
  for (let second = 0; second < 60; second++) {
    await advance(1000);
    expect(sources.open).toBeLessThanOrEqual(2);
  }
  zone.destroy();
  await advance(60_000);
  expect(sources.open).toBe(0);
});
