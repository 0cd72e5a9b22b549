import { createBackdrop, hasBars } from './backdrop.ts';
import { waitForNextFrame, waitForPaint } from './frame.ts';
import { loadImage } from './image-surface.ts';
import { COVER, type LoadLimits, OBJECT_FIT, type Surface } from './surface.ts';
import type { MediaSource, Prepared, Stage, StageEvents, StageFit, StageItem, StageOptions } from './types.ts';
import { loadVideo } from './video-surface.ts';

const PREPARE_TIMEOUT_MS = 20_000;
const STALLED_AFTER_MS = 8000;
const WATCH_EVERY_MS = 1000;
/** Waiting layers lie under the one that is seen; a layer being raised lies over it. */
const Z_INDEX = { waiting: '1', seen: '2', raised: '3' };

interface Layer<T extends StageItem> extends Prepared<T> {
  root: HTMLElement;
  surface: Surface;
  /** Behind the picture, where it leaves room. */
  backdrop: HTMLCanvasElement | null;
  /** Whether its item was announced as shown; no other event of it comes earlier. */
  isShown: boolean;
}

/** Two layers and more in one element: what is next gets ready under what is seen. */
class LayeredStage<T extends StageItem> implements Stage<T> {
  #element: HTMLElement;
  #options: StageOptions;
  #events: StageEvents<T>;
  #layers = new Map<Prepared<T>, Layer<T>>();
  #visibleLayer: Layer<T> | null = null;
  #queue: Promise<void> = Promise.resolve();
  #paused = false;
  #muted: boolean;
  #volume = 1;
  #fit: StageFit = 'fit';
  #resized = new ResizeObserver(() => this.#updateBackdrops());
  #progressTimer: ReturnType<typeof setInterval>;
  #lastPosition = -1;
  #lastProgressAt = 0;

  constructor(element: HTMLElement, options: StageOptions, events: StageEvents<T>) {
    this.#element = element;
    this.#options = options;
    this.#events = events;
    this.#muted = options.muted ?? true;
    if (getComputedStyle(element).position === 'static') element.style.position = 'relative';
    element.style.overflow = 'hidden';
    // Layers stack among themselves and never above what the page lays over the stage.
    element.style.isolation = 'isolate';
    element.style.background = this.#background;
    this.setFit(options.fit ?? 'fit');
    this.#resized.observe(element);
    this.#progressTimer = setInterval(() => this.#watchProgress(), WATCH_EVERY_MS);
  }

  get #background(): string {
    return this.#options.background ?? '#0b0b0c';
  }

  async prepare(item: T, source: MediaSource, signal: AbortSignal = new AbortController().signal): Promise<Prepared<T>> {
    const limits = { signal, timeoutMs: this.#options.prepareTimeoutMs ?? PREPARE_TIMEOUT_MS };
    const root = this.#createRoot();
    try {
      const surface = await this.#load(item, source.url, root, limits);
      root.append(surface.element);
      this.#element.append(root);
      return this.#addLayer(item, source, root, surface);
    } catch (cause) {
      root.remove();
      source.release?.();
      throw cause;
    }
  }

  #addLayer(item: T, source: MediaSource, root: HTMLElement, surface: Surface): Layer<T> {
    const layer: Layer<T> = {
      item,
      root,
      surface,
      backdrop: null,
      isShown: false,
      dispose: () => {
        if (!this.#layers.delete(layer)) return;
        if (this.#visibleLayer === layer) this.#visibleLayer = null;
        surface.release();
        root.remove();
        source.release?.();
      },
    };
    this.#layers.set(layer, layer);
    this.#updateBackdrop(layer);
    return layer;
  }

  #updateBackdrops(): void {
    for (const layer of this.#layers.values()) this.#updateBackdrop(layer);
  }

  /** Gives the layer the backdrop that it needs by now, or takes it away. */
  #updateBackdrop(layer: Layer<T>): void {
    const stage = { width: this.#element.clientWidth, height: this.#element.clientHeight };
    const { picture } = layer.surface;
    const isWanted = this.#fit === 'backdrop' && stage.width * stage.height > 0 && hasBars(picture.size(), stage);
    const next = isWanted ? createBackdrop(picture, stage) : null;
    // The new one first: there is no frame without any.
    if (next) layer.root.prepend(next);
    layer.backdrop?.remove();
    layer.backdrop = next;
  }

  #createRoot(): HTMLElement {
    const root = document.createElement('div');
    root.style.cssText = `${COVER}z-index:${Z_INDEX.waiting};background:${this.#background};`;
    return root;
  }

  #load(item: T, url: string, root: HTMLElement, limits: LoadLimits): Promise<Surface> {
    if (item.kind === 'image') return loadImage(url, limits);
    const isVisible = () => this.#visibleLayer?.item === item && this.#visibleLayer.isShown;
    const host = {
      muted: this.#muted,
      volume: this.#volume,
      attach: (element: HTMLElement) => {
        root.append(element);
        this.#element.append(root);
      },
      events: {
        onEnded: () => isVisible() && this.#events.onEnded?.(item),
        onError: (reason: string) => isVisible() && this.#events.onError?.(item, reason),
      },
    };
    return loadVideo(url, host, limits);
  }

  show(prepared: Prepared<T>, { cut = false } = {}): Promise<void> {
    const done = this.#queue.then(() => this.#showLayer(prepared, cut));
    // One refusal must not refuse every later show.
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #showLayer(prepared: Prepared<T>, cut: boolean): Promise<void> {
    const layer = this.#layers.get(prepared);
    if (!layer) throw new Error('this item was let go');
    if (layer === this.#visibleLayer) return;
    layer.surface.setMuted(this.#muted);
    const before = this.#visibleLayer;
    // The first frame is already visible, at least as a still image, so one video follows another without waiting for its decoder.
    layer.root.style.zIndex = Z_INDEX.raised;
    try {
      await layer.surface.start(this.#paused);
      if (!this.#layers.has(layer)) throw new Error('this item was let go');
    } catch (cause) {
      // The previous item is still visible below.
      layer.dispose();
      throw cause;
    }
    this.#visibleLayer = layer;
    this.#lastPosition = -1;
    const fadeMs = before && !cut ? this.#getFadeDuration(before.item, layer.item) : 0;
    if (fadeMs > 0) await fadeIn(layer.root, fadeMs);
    await waitForPaint();
    before?.dispose();
    layer.root.style.zIndex = Z_INDEX.seen;
    if (this.#visibleLayer !== layer) return;
    layer.isShown = true;
    this.#events.onShown?.(layer.item);
    // Callers of `show` get the arrival before the end.
    if (layer.surface.hasEnded()) setTimeout(() => this.#visibleLayer === layer && this.#events.onEnded?.(layer.item));
  }

  /** A video during a fade shows two things at once and drops frames on a slow machine. */
  #getFadeDuration(before: T, next: T): number {
    if (before.kind !== 'image' || next.kind !== 'image' || prefersReducedMotion()) return 0;
    return this.#options.crossfadeMs ?? 0;
  }

  /** A video whose picture stands still although it should move is reported once. */
  #watchProgress(): void {
    const layer = this.#visibleLayer;
    const position = layer?.surface.position() ?? null;
    const now = performance.now();
    if (!layer || this.#paused || position === null || position !== this.#lastPosition) {
      this.#lastPosition = position ?? -1;
      this.#lastProgressAt = now;
    } else if (now - this.#lastProgressAt > STALLED_AFTER_MS) {
      this.#lastProgressAt = now;
      this.#events.onStalled?.(layer.item);
    }
  }

  clear(): void {
    for (const layer of this.#layers.values()) layer.dispose();
  }

  pause(): void {
    this.#paused = true;
    this.#visibleLayer?.surface.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#visibleLayer?.surface.resume();
  }

  setMuted(muted: boolean): void {
    this.#muted = muted;
    this.#visibleLayer?.surface.setMuted(muted);
  }

  setVolume(volume: number): void {
    this.#volume = volume;
    for (const { surface } of this.#layers.values()) surface.setVolume(volume);
  }

  setFit(fit: StageFit): void {
    this.#fit = fit;
    this.#element.style.setProperty(OBJECT_FIT, fit === 'fill' ? 'cover' : 'contain');
    this.#updateBackdrops();
  }

  destroy(): void {
    clearInterval(this.#progressTimer);
    this.#resized.disconnect();
    this.clear();
  }
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

async function fadeIn(root: HTMLElement, durationMs: number): Promise<void> {
  root.style.opacity = '0';
  await waitForNextFrame();
  const fade = root.animate([{ opacity: 0 }, { opacity: 1 }], { duration: durationMs, easing: 'ease-in-out' });
  root.style.opacity = '';
  // Chromium before 84 and Safari before 13.1 have the event, but not the promise `finished`.
  const finished = new Promise<void>((resolve) => (fade.onfinish = () => resolve()));
  // A hidden page may never finish an animation, so the swap continues after a timeout.
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, durationMs * 2))]);
}

export function createStage<T extends StageItem>(element: HTMLElement, options: StageOptions = {}, events: StageEvents<T> = {}): Stage<T> {
  return new LayeredStage<T>(element, options, events);
}
