import { placeAt } from '@vitrine/playback';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAlignedPlayer } from './aligned-player.ts';
import type { createStage } from './stage.ts';
import type { MediaSource, Prepared, Stage, StageEvents, StageItem, StageOptions } from './types.ts';

/** Multiple of all cycles below. */
const START = Date.UTC(2026, 10, 28, 12);
const still = (id: string, durationMs = 5000): StageItem => ({ id, kind: 'image', durationMs });
const video = (id: string, durationMs = 5000): StageItem => ({ id, kind: 'video', durationMs });

/** Runs a player on a stage that records what it shows. Loading takes `loadMs`. */
function createZone({ loadMs = 100, startMs = 0 } = {}) {
  vi.setSystemTime(START + startMs);
  const log: string[] = [];
  const errors: string[] = [];
  const broken = new Set<string>();
  const live = new Set<object>();
  /** Fragment of the address of a prepared item. */
  const positions = new Map<object, string>();
  const time = { offsetMs: 0 };
  let options: StageOptions = {};
  let events: StageEvents<StageItem> = {};
  const calls: string[] = [];
  const note = (text: string) => log.push(`${Date.now() - START} ${text}`);
  const openStage = ((_element: HTMLElement, given: StageOptions, receiver: StageEvents<StageItem>) => {
    options = given;
    events = receiver;
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
        positions.set(prepared, source.url);
        return prepared;
      },
      async show(prepared) {
        if (!live.has(prepared)) throw new Error('this item was released');
        visible?.dispose();
        visible = prepared;
        note(prepared.item.id + (positions.get(prepared) ?? ''));
      },
      clear() {
        for (const prepared of live) (prepared as Prepared).dispose();
        note('empty');
      },
      destroy: () => stage.clear?.(),
      pause: () => calls.push('pause'),
      resume: () => calls.push('resume'),
      setMuted: (muted) => calls.push(`muted ${muted}`),
      setVolume: (volume) => calls.push(`volume ${volume}`),
    };
    return stage;
  }) as unknown as typeof createStage;
  const sources = { open: 0 };
  const zone = createAlignedPlayer(
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
  return { zone, shown, log, errors, broken, sources, time, calls, getOptions: () => options, getEvents: () => events };
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
  expect(getOptions().muted).toBeUndefined();
});

it('starts in the middle of the item that other screens show', async () => {
  const { zone, shown } = createZone({ startMs: 2500 });
  zone.setItems(ring);
  await advance(2000);
  expect(shown()).toEqual(['2600 a', '4000 b']);
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

it('shows a single stream again that stopped while it was shown', async () => {
  const { zone, shown, errors, getEvents } = createZone();
  const stream: StageItem = { id: 's', kind: 'live', durationMs: 4000 };
  zone.setItems([stream]);
  await advance(3000);
  getEvents().onError?.(stream, 'it stopped playing');
  await advance(27_000);
  expect(errors).toEqual(['s: it stopped playing']);
  expect(shown()).toEqual(['100 s', '8100 s']);
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
  // While nothing else can be shown, the next item appears early.
  expect(shown()).toEqual(['200 b', '1100 a', '4000 b']);
});

it('shows the first item that can be shown while nothing is, and then each in its own slot', async () => {
  const { zone, shown, errors, broken } = createZone();
  broken.add('a').add('b');
  zone.setItems(ring);
  await advance(4500);
  expect(shown()).toEqual(['300 c']);
  expect(errors).toEqual(['a: damaged', 'b: damaged']);
  await advance(1000);
  expect(shown()).toEqual(['300 c', '5000 c']);
});

it('starts a video at the position that other screens show, except shortly after its start and before its end', async () => {
  const join = async (startMs: number) => {
    const { zone, shown } = createZone({ startMs });
    zone.setItems(ring);
    await advance(200);
    zone.destroy();
    return shown()[0];
  };
  expect(await join(6500)).toBe('6600 c#t=1.5');
  expect(await join(5900)).toBe('6000 c');
  expect(await join(9800)).toBe('9900 c#t=4');
  expect(await join(2500)).toBe('2600 a');
});

it('prepares a video for the position at which it appears after its ring has changed', async () => {
  const { zone, shown } = createZone();
  zone.setItems([still('a', 4000), still('b', 6000)]);
  await advance(1000);
  zone.setItems([video('c', 8000), still('b', 2000)]);
  await advance(8000);
  expect(shown()).toEqual(['100 a', '4000 c#t=4', '8000 b']);
});

it('holds the item while it is paused, and returns to the common one', async () => {
  const { zone, shown, calls } = createZone();
  zone.setItems(ring);
  await advance(1000);
  zone.pause();
  await advance(20_500);
  expect([shown(), zone.playing, zone.current?.id]).toEqual([['100 a'], false, 'a']);
  zone.play();
  zone.play();
  await advance(4000);
  expect(shown()).toEqual(['100 a', '24000 b', '25000 c']);
  expect(calls).toEqual(['pause', 'resume']);
});

it('returns to the common position of a video that was paused', async () => {
  const { zone, shown } = createZone({ startMs: 5000 });
  zone.setItems(ring);
  await advance(500);
  zone.pause();
  await advance(2000);
  zone.play();
  await advance(3000);
  expect(shown()).toEqual(['5100 c', '7600 c#t=2.5', '10000 a']);
});

it('shows the common item of another playlist while it is paused, and holds it', async () => {
  const { zone, shown } = createZone();
  zone.setItems(ring);
  await advance(1000);
  zone.pause();
  zone.setItems([still('x', 3000), still('y', 2000)], { restart: true });
  await advance(10_000);
  expect(shown()).toEqual(['100 a', '1100 x']);
});

it('refuses to skip items, and passes sound on to the stage', () => {
  const { zone, calls } = createZone();
  zone.setItems(ring);
  expect(() => zone.next()).toThrow('in step with other screens');
  expect(() => zone.previous()).toThrow('in step with other screens');
  zone.setMuted(false);
  zone.setVolume(0.4);
  expect(calls).toEqual(['muted false', 'volume 0.4']);
  zone.destroy();
});

it('shows the same as any other player with the same items, whenever they start', async () => {
  const durations = fc.array(fc.integer({ min: 5, max: 90 }), { minLength: 1, maxLength: 8 });
  const starts = fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 2, maxLength: 3 });
  const agree = async (tenths: number[], later: number[]) => {
    const items = tenths.map((tenth, index) => (index % 3 === 2 ? video : still)(`i${index}`, tenth * 100));
    vi.setSystemTime(START);
    const players = later.map(() => createZone({ loadMs: 50 }).zone);
    // Samples lie between the boundaries, which are whole tenths of a second, and loading is done before the next one.
    await advance(60);
    for (let tenth = 0; tenth < 700; tenth++) {
      for (const [index, start] of later.entries()) if (start === tenth) players[index]?.setItems(items);
      await advance(100);
      const shown = players.filter((_, index) => (later[index] ?? 0) < tenth).map(({ current }) => current?.id);
      expect(new Set(shown).size).toBeLessThanOrEqual(1);
      const place = placeAt(items, Date.now());
      if (shown.length > 0) expect(shown[0]).toBe(place && items[place.index]?.id);
    }
    for (const player of players) player.destroy();
  };
  await fc.assert(fc.asyncProperty(durations, starts, agree), { numRuns: 20 });
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

it('applies other items when their next one starts, in step with screens that have them already', async () => {
  const { zone, shown } = createZone();
  zone.setItems(ring);
  await advance(1000);
  zone.setItems([still('x', 3000), still('y', 7000)]);
  await advance(10_000);
  expect(shown()).toEqual(['100 a', '3000 y', '10000 x']);
});

it('is in step at the next start of an item with a player that has the changed items from the beginning', async () => {
  const changing = createZone();
  changing.zone.setItems([still('a', 3_600_000)]);
  await advance(1000);
  const items = [still('x', 2000), still('y', 3000), video('z', 1000)];
  changing.zone.setItems(items);
  const joined = createZone({ startMs: 1000 });
  joined.zone.setItems(items);
  await advance(20_000);
  expect(changing.shown().slice(1)).toEqual(joined.shown().slice(1));
  expect(changing.shown().slice(0, 2)).toEqual(['100 a', '2000 y']);
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
