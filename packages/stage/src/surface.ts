/** An image that a canvas can copy, with its actual size. */
export interface Picture {
  readonly source: HTMLImageElement | HTMLVideoElement;
  size(): { width: number; height: number };
}

/** Content of a layer: one image or one video with the same interface. */
export interface Surface {
  readonly element: HTMLElement;
  readonly picture: Picture;
  /** Sets it going underneath; resolves when it has a frame that may be raised. */
  start(paused: boolean): Promise<void>;
  pause(): void;
  resume(): void;
  setMuted(muted: boolean): void;
  /** From 0 to 1. */
  setVolume(volume: number): void;
  /** Current playback position in seconds; null for images. */
  position(): number | null;
  /** True when playback has ended; a short video may end before it is visible. */
  hasEnded(): boolean;
  release(): void;
}

export interface SurfaceEvents {
  onEnded: () => void;
  onError: (reason: string) => void;
}

export interface LoadLimits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Rejects when `work` takes too long or is no longer wanted. */
export function withTimeout<R>(work: Promise<R>, { signal, timeoutMs }: LoadLimits): Promise<R> {
  return new Promise((resolve, reject) => {
    const give = () => reject(new Error('no longer wanted'));
    const late = setTimeout(() => reject(new Error(`not loaded after ${Math.round(timeoutMs / 1000)} seconds`)), timeoutMs);
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(late);
      signal.removeEventListener('abort', give);
    });
  });
}

/** The stage's own property says how, for all of its layers at once. */
export const OBJECT_FIT = '--stage-object-fit';
/** Covers the positioned parent. Written without `inset`, which Chromium before 87 and Safari before 14.1 ignore. */
export const COVER = 'position:absolute;top:0;right:0;bottom:0;left:0;';
export const FILL_STYLE = `${COVER}width:100%;height:100%;object-fit:var(${OBJECT_FIT}, contain);`;
