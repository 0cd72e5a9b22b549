import { JSDOM } from 'jsdom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveSurface, type LiveStream, type StreamHost } from './live-surface.ts';

const { window } = new JSDOM('<div id="layer"></div>');

/** A stream that advances while it plays. */
interface FakeStream extends LiveStream {
  isPlaying: boolean;
  isFrozen: boolean;
  isReleased: boolean;
  sound: { muted: boolean; volume: number };
  box: HTMLElement;
  host: StreamHost;
}

let streams: FakeStream[] = [];
let isAway = false;
const newest = () => streams.at(-1) ?? expect.fail('no stream was opened');
const layer = () => window.document.querySelector<HTMLElement>('#layer') ?? expect.fail('no layer');
const shownText = () => layer().textContent;

async function open(box: HTMLElement, host: StreamHost): Promise<LiveStream> {
  if (isAway) throw new Error('it is away');
  box.textContent = 'stream';
  const stream: FakeStream = {
    box,
    host,
    isPlaying: true,
    isFrozen: false,
    isReleased: false,
    sound: { muted: true, volume: host.volume },
    picture: null,
    getProgress: () => (stream.isPlaying && !stream.isFrozen ? performance.now() : 0),
    pause: () => void (stream.isPlaying = false),
    resume: async () => void (stream.isPlaying = true),
    setMuted: (muted) => void (stream.sound.muted = muted),
    setVolume: (volume) => void (stream.sound.volume = volume),
    release: () => void (stream.isReleased = true),
  };
  streams.push(stream);
  return stream;
}

const drawFallback = (element: HTMLElement) => {
  element.textContent = 'text';
  return { ready: Promise.resolve(), destroy: () => undefined };
};

/** Loads a surface whose layer is being raised by the stage. `errors` lists what it reports. */
async function load({ hasSound = true, hasFallback = false, muted = false } = {}) {
  const errors: string[] = [];
  const host = { muted, volume: 0.5, events: { onEnded: () => undefined, onError: (reason: string) => errors.push(reason) } };
  const limits = { signal: new AbortController().signal, timeoutMs: 20_000 };
  layer().style.zIndex = '3';
  const surface = await createLiveSurface(layer(), limits, host, { open, hasSound, drawFallback: hasFallback ? drawFallback : undefined });
  return { surface, errors };
}

beforeEach(() => {
  streams = [];
  isAway = false;
  layer().replaceChildren();
  vi.useFakeTimers();
  vi.stubGlobal('document', window.document);
  vi.spyOn(console, 'info').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('pauses a prepared stream until its turn, and releases it at the end of the turn', async () => {
  const { surface } = await load();
  expect(newest()).toMatchObject({ isPlaying: false, isReleased: false });
  await surface.start(false);
  expect(newest().isPlaying).toBe(true);
  surface.release();
  expect(newest().isReleased).toBe(true);
  expect(layer().childElementCount).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('opens a stream again when its turn comes late, below the item that is still visible', async () => {
  const { surface } = await load();
  vi.advanceTimersByTime(60_000);
  const places: string[] = [];
  const started = surface.start(false);
  places.push(layer().style.zIndex);
  await started;
  places.push(layer().style.zIndex);
  expect(places).toEqual(['0', '3']);
  expect(streams.map(({ isReleased, isPlaying }) => [isReleased, isPlaying])).toEqual([
    [true, false],
    [false, true],
  ]);
  surface.release();
});

it('plays with the sound of the device', async () => {
  const { surface } = await load();
  expect(newest().sound).toEqual({ muted: true, volume: 0.5 });
  surface.setMuted(false);
  expect(newest().sound.muted).toBe(true);
  await surface.start(false);
  expect(newest().sound.muted).toBe(false);
  surface.setVolume(0.2);
  surface.setMuted(true);
  expect(newest().sound).toEqual({ muted: true, volume: 0.2 });
  surface.release();
});

it('stays muted when the item has no sound', async () => {
  const { surface } = await load({ hasSound: false });
  await surface.start(false);
  surface.setMuted(false);
  expect(newest().sound.muted).toBe(true);
  surface.release();
});

it('rejects when the stream is away and there is no text', async () => {
  isAway = true;
  await expect(load()).rejects.toThrow('the stream can’t be played: it is away');
  expect(layer().childElementCount).toBe(0);
});

it('stops opening a stream when the item is canceled', async () => {
  const aborted = vi.fn();
  const controller = new AbortController();
  const loading = createLiveSurface(
    layer(),
    { signal: controller.signal, timeoutMs: 20_000 },
    { muted: true, volume: 1, events: { onEnded: () => undefined, onError: () => undefined } },
    {
      open: (_box, { signal }) => new Promise(() => signal.addEventListener('abort', aborted)),
      hasSound: true,
      drawFallback,
    },
  );
  controller.abort();
  await expect(loading).rejects.toThrow('canceled');
  expect(aborted).toHaveBeenCalled();
  expect(layer().childElementCount).toBe(0);
});

it('shows the text while the stream is away, and the stream as soon as it plays', async () => {
  isAway = true;
  const { surface } = await load({ hasFallback: true });
  expect(shownText()).toBe('text');
  await surface.start(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(shownText()).toBe('text');
  isAway = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(shownText()).toBe('stream');
  expect(newest()).toMatchObject({ isPlaying: true, sound: { muted: false } });
  surface.release();
  expect(vi.getTimerCount()).toBe(0);
});

it('reports a stream that has not advanced for ten seconds, and reports it again while it stays visible', async () => {
  const { surface, errors } = await load();
  await surface.start(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(errors).toEqual([]);
  newest().isFrozen = true;
  await vi.advanceTimersByTimeAsync(9000);
  expect(errors).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(errors).toEqual(['the stream can’t be played: it stopped playing']);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(errors).toHaveLength(2);
  // The last frame stays visible until the next item covers it.
  expect(newest().isReleased).toBe(false);
  surface.release();
});

it('covers a stream that is lost with the text, and opens it again', async () => {
  const { surface, errors } = await load({ hasFallback: true });
  await surface.start(false);
  newest().host.onLost('it has ended');
  await vi.advanceTimersByTimeAsync(0);
  expect(shownText()).toBe('text');
  expect(newest().isReleased).toBe(true);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(streams).toHaveLength(2);
  expect(shownText()).toBe('stream');
  expect(errors).toEqual([]);
  surface.release();
});

it('does not report a pause of the user', async () => {
  const { surface, errors } = await load();
  await surface.start(false);
  surface.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  surface.resume();
  await vi.advanceTimersByTimeAsync(5000);
  expect(errors).toEqual([]);
  expect(newest().isPlaying).toBe(true);
  surface.release();
});

it('opens a prepared stream again that was lost before its turn', async () => {
  const { surface, errors } = await load();
  newest().host.onLost('it has ended');
  expect(newest().isReleased).toBe(true);
  await surface.start(false);
  expect(streams).toHaveLength(2);
  expect(errors).toEqual([]);
  surface.release();
});

it('rejects when a prepared stream does not continue', async () => {
  const { surface } = await load();
  newest().resume = () => new Promise(() => undefined);
  const starting = expect(surface.start(false)).rejects.toThrow('the stream can’t be played: not loaded after 15 seconds');
  await vi.advanceTimersByTimeAsync(15_000);
  await starting;
  surface.release();
  expect(vi.getTimerCount()).toBe(0);
});

it('rejects when a stream is away at its turn, so that the next item is shown', async () => {
  const { surface } = await load();
  vi.advanceTimersByTime(60_000);
  isAway = true;
  await expect(surface.start(false)).rejects.toThrow('the stream can’t be played: it is away');
  surface.release();
});
