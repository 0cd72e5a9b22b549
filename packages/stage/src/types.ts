/** An item that a stage can show. Manifest items and playlist items have these properties and more. */
export interface StageItem {
  id: string;
  kind: 'image' | 'video';
  /** Milliseconds an image stays, or a video lasts. */
  durationMs: number;
}

/** Address of an item's bytes. `release` is called once when the stage no longer needs them (object URLs). */
export interface MediaSource {
  url: string;
  release?: () => void;
}

/** An item that is decoded and ready to be raised in the next frame. */
export interface Prepared<T extends StageItem = StageItem> {
  readonly item: T;
  /** Gives elements and bytes back. Harmless on an item that is or was shown. */
  dispose(): void;
}

/** How a picture of another shape than the stage fills it: whole on a blurred copy of itself, whole on the background, or cropped. */
export type StageFit = 'backdrop' | 'fit' | 'fill';

export interface StageOptions {
  /** `fit` unless it says otherwise. */
  fit?: StageFit;
  /** Duration of the cross-fade between photos in milliseconds; 0, the default, cuts. Videos always cut, as do all items with reduced motion. */
  crossfadeMs?: number;
  /** Colour behind pictures that do not fill the frame. */
  background?: string;
  /** Sound of videos; true unless said otherwise, since browsers only start muted videos on their own. */
  muted?: boolean;
  /** Milliseconds an item may take to become ready before it is given up. */
  prepareTimeoutMs?: number;
}

export interface StageEvents<T extends StageItem> {
  /** The item is on the wall: its first frame is painted. */
  onShown?: (item: T) => void;
  /** The current video has ended. Its last frame stays. */
  onEnded?: (item: T) => void;
  /** The item on the wall broke while it played. */
  onError?: (item: T, reason: string) => void;
  /** The current video has not advanced for some time. */
  onStalled?: (item: T) => void;
}

export interface Stage<T extends StageItem> {
  /** Loads and decodes off-stage. Rejects with a reason when the item cannot be shown. */
  prepare(item: T, source: MediaSource, signal?: AbortSignal): Promise<Prepared<T>>;
  /** Puts a prepared item on top (without a fade if `cut`), then releases the previous one. Resolves when its frame is painted. */
  show(prepared: Prepared<T>, options?: { cut?: boolean }): Promise<void>;
  /** Takes everything down; the background remains. */
  clear(): void;
  pause(): void;
  resume(): void;
  setMuted(muted: boolean): void;
  /** From 0 to 1, of the videos that sound. */
  setVolume(volume: number): void;
  /** For what is seen as well, at once. */
  setFit(fit: StageFit): void;
  destroy(): void;
}

export interface PlayerOptions<T extends StageItem> extends StageOptions {
  /** The stage fills this element. */
  element: HTMLElement;
  /** Says where the item's bytes are; rejecting skips the item. */
  resolveUrl: (item: T, signal: AbortSignal) => Promise<MediaSource | string> | MediaSource | string;
  /** Called with each item when its first frame is painted, and with null when nothing is shown. */
  onItem?: (item: T | null) => void;
  /** An item was skipped, and why. It is tried again after seconds, then more and more rarely, at least every ten minutes. */
  onError?: (item: T, reason: string) => void;
}

export interface SetItemsOptions {
  /** Start with the first item as soon as it is ready, instead of keeping the place at the next boundary. */
  restart?: boolean;
  /** Start at this item (implies `restart`). */
  startAt?: string;
}

export interface Player<T extends StageItem> {
  readonly current: T | null;
  readonly playing: boolean;
  setItems(items: readonly T[], options?: SetItemsOptions): void;
  /** Forget that this item failed; its bytes were repaired. */
  retry(itemId: string): void;
  /** Resolves the address of this image again. If it shows now, the new bytes replace the old ones in one frame and within its time. */
  renew(itemId: string): void;
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  setMuted(muted: boolean): void;
  setVolume(volume: number): void;
  setFit(fit: StageFit): void;
  destroy(): void;
}
