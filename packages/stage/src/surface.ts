/** An image that a canvas can copy, with its actual size. */
export interface Picture {
  readonly source: HTMLImageElement | HTMLVideoElement;
  size(): { width: number; height: number };
}

/** Content of a layer: one image, video, widget, web page or live stream with the same interface. */
export interface Surface {
  readonly element: HTMLElement;
  /** Null for content that fills any stage. */
  readonly picture: Picture | null;
  /** Starts playback; resolves when the surface has a frame to show. */
  start(paused: boolean): Promise<void>;
  pause(): void;
  resume(): void;
  setMuted(muted: boolean): void;
  /** Sets the volume, from 0 to 1. */
  setVolume(volume: number): void;
  /** Current playback position in seconds; null for content without one. */
  position(): number | null;
  /** True when playback has ended; a short video may end before it is visible. */
  hasEnded(): boolean;
  release(): void;
}

export interface SurfaceEvents {
  onEnded: () => void;
  onError: (reason: string) => void;
}

/** The stage as a surface sees it: its sound when the surface is loaded, and the receiver of later events. */
export interface SurfaceHost {
  muted: boolean;
  volume: number;
  events: SurfaceEvents;
}

export interface LoadLimits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Rejects when `work` takes too long or the signal aborts. */
export function withTimeout<R>(work: Promise<R>, { signal, timeoutMs }: LoadLimits): Promise<R> {
  return new Promise((resolve, reject) => {
    const handleAbort = () => reject(new Error('canceled'));
    const timeout = setTimeout(() => reject(new Error(`not loaded after ${Math.round(timeoutMs / 1000)} seconds`)), timeoutMs);
    if (signal.aborted) handleAbort();
    signal.addEventListener('abort', handleAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timeout);
      signal.removeEventListener('abort', handleAbort);
    });
  });
}

/** Custom property of the stage that sets the `object-fit` of all layers. */
export const OBJECT_FIT = '--stage-object-fit';
/** Covers the positioned parent. Written without `inset`, which Chromium before 87 and Safari before 14.1 ignore. */
export const COVER = 'position:absolute;top:0;right:0;bottom:0;left:0;';
export const FILL_STYLE = `${COVER}width:100%;height:100%;object-fit:var(${OBJECT_FIT}, contain);`;
