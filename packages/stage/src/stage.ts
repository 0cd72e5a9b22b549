import { createBackdrop, hasBars } from './backdrop.ts';
import { waitForNextFrame, waitForPaint } from './frame.ts';
import { loadImage } from './image-surface.ts';
import { COVER, type LoadLimits, OBJECT_FIT, type Surface } from './surface.ts';
import type { MediaSource, Prepared, Stage, StageEvents, StageFit, StageItem, StageOptions } from './types.ts';
import { loadVideo } from './video-surface.ts';

const PREPARE_TIMEOUT_MS = 20_000;
const STALL_TIMEOUT_MS = 8000;
const PROGRESS_CHECK_INTERVAL_MS = 1000;
/** Prepared layers are below the visible one. A layer being shown is above it. */
const Z_INDEX = { prepared: '1', visible: '2', rising: '3' };

interface Layer<T extends StageItem> extends Prepared<T> {
  root: HTMLElement;
  surface: Surface;
  /** Blurred background of a picture that does not fill the stage. */
  backdrop: HTMLCanvasElement | null;
  /** True once `onShown` was called. No other event of the item comes earlier. */
  isShown: boolean;
}

/** Stage with two or more layers. The next item is prepared below the visible one. */
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
  #resizeObserver = new ResizeObserver(() => this.#updateBackdrops());
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
    // Isolate the layers, so that they never cover elements that the page puts over the stage.
    element.style.isolation = 'isolate';
    element.style.background = this.#background;
    this.setFit(options.fit ?? 'fit');
    this.#resizeObserver.observe(element);
    this.#progressTimer = setInterval(() => this.#watchProgress(), PROGRESS_CHECK_INTERVAL_MS);
  }

  get #background(): string {
    return this.#options.background ?? '#0b0b0c';
  }

  async prepare(item: T, source: MediaSource, signal: AbortSignal = new AbortController().signal): Promise<Prepared<T>> {
    const limits = { signal, timeoutMs: this.#options.prepareTimeoutMs ?? PREPARE_TIMEOUT_MS };
    const root = this.#createRoot();
    try {
      const surface = await this.#load(item, source, root, limits);
      // Moving a frame would load its page again.
      if (!surface.element.isConnected) {
        root.append(surface.element);
        this.#element.append(root);
      }
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

  /** Adds, replaces or removes the layer's backdrop. */
  #updateBackdrop(layer: Layer<T>): void {
    const stage = { width: this.#element.clientWidth, height: this.#element.clientHeight };
    const { picture } = layer.surface;
    const isNeeded = this.#fit === 'backdrop' && stage.width * stage.height > 0;
    const next = isNeeded && picture && hasBars(picture.size(), stage) ? createBackdrop(picture, stage) : null;
    // Add the new backdrop before removing the old one, so that no frame lacks a backdrop.
    if (next) layer.root.prepend(next);
    layer.backdrop?.remove();
    layer.backdrop = next;
  }

  #createRoot(): HTMLElement {
    const root = document.createElement('div');
    root.style.cssText = `${COVER}z-index:${Z_INDEX.prepared};background:${this.#background};`;
    return root;
  }

  #load(item: T, source: MediaSource, root: HTMLElement, limits: LoadLimits): Promise<Surface> {
    if (item.kind === 'image') return loadImage(source.url, limits);
    const isVisible = () => this.#visibleLayer?.item === item && this.#visibleLayer.isShown;
    const host = {
      muted: this.#muted,
      volume: this.#volume,
      events: {
        onEnded: () => isVisible() && this.#events.onEnded?.(item),
        onError: (reason: string) => isVisible() && this.#events.onError?.(item, reason),
      },
    };
    if (item.kind !== 'video' && this.#options.loadWidget) {
      this.#element.append(root);
      return this.#options.loadWidget(root, source, limits, host);
    }
    const attach = (element: HTMLElement) => {
      root.append(element);
      this.#element.append(root);
    };
    return loadVideo(source.url, { ...host, attach }, limits);
  }

  show(prepared: Prepared<T>, { cut = false } = {}): Promise<void> {
    const done = this.#queue.then(() => this.#showLayer(prepared, cut));
    // A rejected show() must not block later items.
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #showLayer(prepared: Prepared<T>, cut: boolean): Promise<void> {
    const layer = this.#layers.get(prepared);
    if (!layer) throw new Error('this item was released');
    if (layer === this.#visibleLayer) return;
    layer.surface.setMuted(this.#muted);
    const before = this.#visibleLayer;
    // The first frame is already visible, at least as a still image, so one video follows another without waiting for its decoder.
    layer.root.style.zIndex = Z_INDEX.rising;
    try {
      await layer.surface.start(this.#paused);
      if (!this.#layers.has(layer)) throw new Error('this item was released');
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
    layer.root.style.zIndex = Z_INDEX.visible;
    if (this.#visibleLayer !== layer) return;
    layer.isShown = true;
    this.#events.onShown?.(layer.item);
    // Report the end after the promise of `show` has resolved.
    if (layer.surface.hasEnded()) setTimeout(() => this.#visibleLayer === layer && this.#events.onEnded?.(layer.item));
  }

  /** A fade with a video or stream drops frames on slow machines. */
  #getFadeDuration(before: T, next: T): number {
    if ([before, next].some(({ kind }) => kind === 'video' || kind === 'live') || prefersReducedMotion()) return 0;
    return this.#options.crossfadeMs ?? 0;
  }

  /** Reports a video that should play but does not advance. */
  #watchProgress(): void {
    const layer = this.#visibleLayer;
    const position = layer?.surface.position() ?? null;
    const now = performance.now();
    if (!layer || this.#paused || position === null || position !== this.#lastPosition) {
      this.#lastPosition = position ?? -1;
      this.#lastProgressAt = now;
    } else if (now - this.#lastProgressAt > STALL_TIMEOUT_MS) {
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
    this.#resizeObserver.disconnect();
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
