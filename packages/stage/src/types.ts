import type { LoadLimits, Surface, SurfaceHost } from './surface.ts';

/** An item that a stage can show. Manifest items and playlist items have these properties and more. */
export interface StageItem {
  id: string;
  kind: 'image' | 'video' | 'widget' | 'web' | 'live';
  /** Length of a video, or display time of any other item, in milliseconds. */
  durationMs: number;
}

/** Address of an item's bytes. `release` is called once when the stage no longer needs them (object URLs). */
export interface MediaSource {
  url: string;
  /** The bytes themselves, where the caller has them. */
  bytes?: Blob;
  release?: () => void;
}

/** An item that is decoded and can be shown in the next frame. */
export interface Prepared<T extends StageItem = StageItem> {
  readonly item: T;
  /** Removes the item's elements and releases its bytes. May be called more than once. */
  dispose(): void;
}

/** How a picture fills a stage of another shape: whole on a blurred copy of itself, whole on the background color, or cropped. */
export type StageFit = 'backdrop' | 'fit' | 'fill';

/**
 * Loads an item of kind `widget`, `web` or `live` into a layer with `createWidgetSurface`, `createPageSurface` or `createLiveSurface`. A surface that fails later
 * reports it to the host.
 */
export type LoadWidget = (layer: HTMLElement, source: MediaSource, limits: LoadLimits, host: SurfaceHost) => Promise<Surface>;

export interface StageOptions {
  /** Without it, items of kind `widget`, `web` or `live` can't be shown. */
  loadWidget?: LoadWidget;
  /** Default: `fit`. */
  fit?: StageFit;
  /** Duration of the crossfade between images, in milliseconds. Default: 0, no fade. Videos, and all items with reduced motion, never fade. */
  crossfadeMs?: number;
  /** Color behind pictures that do not fill the stage. */
  background?: string;
  /** Mutes videos and streams. Default: true, because browsers start only muted videos automatically. */
  muted?: boolean;
  /** Time after which preparing an item fails, in milliseconds. */
  prepareTimeoutMs?: number;
}

export interface StageEvents<T extends StageItem> {
  /** Called when the item's first frame is painted. */
  onShown?: (item: T) => void;
  /** Called when the current video has ended. Its last frame stays visible. */
  onEnded?: (item: T) => void;
  /** Called when the current item failed during playback. */
  onError?: (item: T, reason: string) => void;
  /** Called when the current video has not advanced for some time. */
  onStalled?: (item: T) => void;
}

export interface Stage<T extends StageItem> {
  /** Loads and decodes an item below the visible one. Rejects with a reason when the item cannot be shown. */
  prepare(item: T, source: MediaSource, signal?: AbortSignal): Promise<Prepared<T>>;
  /** Shows a prepared item (without a fade if `cut`), then releases the previous one. Resolves when its first frame is painted. */
  show(prepared: Prepared<T>, options?: { cut?: boolean }): Promise<void>;
  /** Removes all items. The background remains. */
  clear(): void;
  pause(): void;
  resume(): void;
  setMuted(muted: boolean): void;
  /** Sets the volume of videos and streams, from 0 to 1. */
  setVolume(volume: number): void;
  /** Applies to the visible item immediately. */
  setFit(fit: StageFit): void;
  destroy(): void;
}

export interface PlayerOptions<T extends StageItem> extends StageOptions {
  /** The stage fills this element. */
  element: HTMLElement;
  /** Returns the source of the item's bytes. A rejection skips the item. */
  resolveUrl: (item: T, signal: AbortSignal) => Promise<MediaSource | string> | MediaSource | string;
  /** Called with each item when its first frame is painted, and with null when nothing is shown. */
  onItem?: (item: T | null) => void;
  /** Called when an item was skipped, with the reason. It is retried with backoff, at least every ten minutes. */
  onError?: (item: T, reason: string) => void;
}

export interface SetItemsOptions {
  /** Shows the first item, or the one that the clock selects, as soon as it is ready, instead of continuing after the current item. */
  restart?: boolean;
  /** Starts at this item. Implies `restart`. */
  startAt?: string;
}

export interface Player<T extends StageItem> {
  readonly current: T | null;
  readonly playing: boolean;
  setItems(items: readonly T[], options?: SetItemsOptions): void;
  /** Retries a failed item, because its bytes were repaired. */
  retry(itemId: string): void;
  /** Resolves the URL of an image again. If the image is shown, the new bytes replace it in one frame and its display time continues. */
  renew(itemId: string): void;
  play(): void;
  pause(): void;
  /** Throws when the clock selects the items. */
  next(): void;
  /** Throws when the clock selects the items. */
  previous(): void;
  setMuted(muted: boolean): void;
  setVolume(volume: number): void;
  setFit(fit: StageFit): void;
  destroy(): void;
}
