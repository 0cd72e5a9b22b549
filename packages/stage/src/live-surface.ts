import { COVER, type LoadLimits, type Picture, type Surface, type SurfaceHost, withTimeout } from './surface.ts';
import { getPlayFailure } from './video-surface.ts';
import type { DrawnWidget } from './widget-surface.ts';

/** A stream that plays in a box, muted at first. */
export interface LiveStream {
  /** Null when the pixels of the stream can't be read. */
  readonly picture: Picture | null;
  /** Returns a value that changes while the stream plays. */
  getProgress(): number;
  /** Stops playing and loading. The last frame stays visible. */
  pause(): void;
  /** Plays on, and resolves when the stream has a frame to show. */
  resume(): Promise<void>;
  setMuted(muted: boolean): void;
  setVolume(volume: number): void;
  release(): void;
}

export interface StreamHost {
  /** Opening stops and releases everything when this aborts. */
  signal: AbortSignal;
  volume: number;
  /** Called when the opened stream can't continue. */
  onLost: (reason: string) => void;
}

/** Plays a stream in a box of the page, and resolves when its first frame is painted. */
export type OpenStream = (box: HTMLElement, host: StreamHost) => Promise<LiveStream>;

interface LiveOptions {
  open: OpenStream;
  /** Whether the stream plays with the sound of the device. */
  hasSound: boolean;
  /** Draws what is shown while the stream can't be played. Without it, the surface fails instead. */
  drawFallback?: ((element: HTMLElement) => DrawnWidget) | undefined;
}

/** A prepared stream that is shown later than this is opened again, so that screens show the present. */
const STALE_AFTER_MS = 10_000;
/** Time that a stream gets when it is opened again or continues. */
const OPEN_TIMEOUT_MS = 15_000;
/** Time without progress after which a stream is lost. Shorter pauses are usual when a network is busy. */
const STALL_MS = 10_000;
const CHECK_INTERVAL_MS = 1000;
/** Wait before a lost stream is opened again while its fallback is shown. */
const RETRY_MS = 30_000;

/** Loads a live stream into a layer, and returns the layer's surface. Rejects when the stream can't be played and has no fallback. */
export async function createLiveSurface(layer: HTMLElement, limits: LoadLimits, host: SurfaceHost, options: LiveOptions): Promise<Surface> {
  const surface = new LiveSurface(layer, host, options);
  await surface.load(limits);
  return surface;
}

/**
 * A stream is opened below the visible item and paused at its first frame until its turn. When it is lost during its turn, the fallback covers its last frame
 * until it can be opened again. Without a fallback, the stage continues with the next item.
 */
class LiveSurface implements Surface {
  readonly element = document.createElement('div');
  #layer: HTMLElement;
  #host: SurfaceHost;
  #options: LiveOptions;
  #stream: LiveStream | null = null;
  #box: HTMLElement | null = null;
  #openedAt = 0;
  #fallback: { box: HTMLElement; widget: DrawnWidget } | null = null;
  #muted: boolean;
  #volume: number;
  #isPaused = true;
  #progress = { value: -1, since: 0 };
  #checkTimer: ReturnType<typeof setInterval> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #released = new AbortController();

  constructor(layer: HTMLElement, host: SurfaceHost, options: LiveOptions) {
    this.#layer = layer;
    this.#host = host;
    this.#options = options;
    this.#muted = host.muted;
    this.#volume = host.volume;
    this.element.style.cssText = `${COVER}overflow:hidden;`;
    layer.append(this.element);
  }

  get picture(): Picture | null {
    return this.#stream?.picture ?? null;
  }

  async load(limits: LoadLimits): Promise<void> {
    try {
      await this.#open(limits);
      this.#stream?.pause();
    } catch (cause) {
      if (!this.#options.drawFallback || limits.signal.aborted) {
        this.release();
        throw new Error(describe(cause), { cause });
      }
      console.info(describe(cause));
      await this.#showFallback().catch((failure: unknown) => {
        this.release();
        throw failure;
      });
    }
  }

  async start(paused: boolean): Promise<void> {
    this.#isPaused = paused;
    if (!this.#fallback && !paused) {
      try {
        if (!this.#stream || performance.now() - this.#openedAt > STALE_AFTER_MS) await this.#reopenBelow();
        await this.#resumeStream();
      } catch (cause) {
        if (!this.#options.drawFallback) throw new Error(describe(cause), { cause });
        await this.#showFallback();
      }
    }
    this.#applySound();
    this.#resetProgress();
    this.#checkTimer = setInterval(() => this.#checkProgress(), CHECK_INTERVAL_MS);
    if (this.#fallback) this.#retryLater();
  }

  pause(): void {
    this.#isPaused = true;
    this.#stream?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#resetProgress();
    this.#resumeStream().catch((cause: unknown) => this.#lose(cause));
  }

  setMuted(muted: boolean): void {
    this.#muted = muted;
    if (this.#checkTimer !== undefined) this.#applySound();
  }

  setVolume(volume: number): void {
    this.#volume = volume;
    this.#stream?.setVolume(volume);
  }

  /** The stage watches videos by it. A stream is watched here, because it may have a fallback. */
  position(): null {
    return null;
  }

  hasEnded(): boolean {
    return false;
  }

  release(): void {
    this.#released.abort();
    clearInterval(this.#checkTimer);
    clearTimeout(this.#retryTimer);
    this.#releaseStream();
    this.#fallback?.widget.destroy();
    this.element.remove();
  }

  /** Opens the stream below everything else in the element. */
  async #open(limits: LoadLimits): Promise<void> {
    const box = document.createElement('div');
    box.style.cssText = COVER;
    this.element.prepend(box);
    const opening = new AbortController();
    const host: StreamHost = {
      signal: opening.signal,
      volume: this.#volume,
      onLost: (reason) => this.#box === box && this.#lose(reason),
    };
    try {
      this.#stream = await withTimeout(this.#options.open(box, host), limits);
    } catch (cause) {
      opening.abort();
      box.remove();
      throw cause;
    }
    this.#box = box;
    this.#openedAt = performance.now();
    if (!this.#released.signal.aborted) return;
    this.#releaseStream();
    throw new Error('canceled');
  }

  /** Opens the stream again while the previous item stays visible above this layer. */
  async #reopenBelow(): Promise<void> {
    const { zIndex } = this.#layer.style;
    this.#layer.style.zIndex = '0';
    this.#releaseStream();
    try {
      await this.#open({ signal: this.#released.signal, timeoutMs: OPEN_TIMEOUT_MS });
    } finally {
      this.#layer.style.zIndex = zIndex;
    }
  }

  /** A video without data waits for it forever. */
  async #resumeStream(): Promise<void> {
    if (this.#stream) await withTimeout(this.#stream.resume(), { signal: this.#released.signal, timeoutMs: OPEN_TIMEOUT_MS });
  }

  #releaseStream(): void {
    this.#stream?.release();
    this.#stream = null;
    this.#box?.remove();
    this.#box = null;
  }

  #applySound(): void {
    this.#stream?.setMuted(this.#muted || !this.#options.hasSound);
  }

  #resetProgress(): void {
    this.#progress = { value: this.#stream?.getProgress() ?? -1, since: performance.now() };
  }

  #checkProgress(): void {
    if (this.#isPaused || this.#fallback || this.#stream?.getProgress() !== this.#progress.value) return this.#resetProgress();
    if (performance.now() - this.#progress.since < STALL_MS) return;
    this.#resetProgress();
    this.#lose('it stopped playing');
  }

  /** Covers the last frame with the fallback, or reports the failure. A prepared stream is opened again when its turn comes. */
  #lose(cause: unknown): void {
    if (this.#fallback || this.#released.signal.aborted) return;
    if (this.#checkTimer === undefined) return this.#releaseStream();
    if (!this.#options.drawFallback) return this.#host.events.onError(describe(cause));
    console.info(describe(cause));
    this.#showFallback().then(
      () => this.#retryLater(),
      (failure: unknown) => this.#host.events.onError(describe(failure)),
    );
  }

  async #showFallback(): Promise<void> {
    const box = document.createElement('div');
    box.style.cssText = COVER;
    this.element.append(box);
    const widget = this.#options.drawFallback?.(box);
    if (!widget) return;
    this.#fallback = { box, widget };
    await widget.ready;
    this.#releaseStream();
  }

  #retryLater(): void {
    if (this.#released.signal.aborted) return;
    this.#retryTimer = setTimeout(() => {
      this.#open({ signal: this.#released.signal, timeoutMs: OPEN_TIMEOUT_MS }).then(
        () => this.#replaceFallback(),
        (cause: unknown) => {
          console.info(describe(cause));
          this.#retryLater();
        },
      );
    }, RETRY_MS);
  }

  #replaceFallback(): void {
    this.#fallback?.widget.destroy();
    this.#fallback?.box.remove();
    this.#fallback = null;
    this.#applySound();
    this.#resetProgress();
    if (this.#isPaused) this.#stream?.pause();
    else this.resume();
  }
}

const describe = (cause: unknown): string => `the stream can’t be played: ${getPlayFailure(cause)}`;
