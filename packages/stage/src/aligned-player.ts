import { placeAt } from '@vitrine/playback';
import { Failures } from './failures.ts';
import { createStage } from './stage.ts';
import type { MediaSource, Player, PlayerOptions, Prepared, SetItemsOptions, Stage, StageFit, StageItem } from './types.ts';

/** The clock is read again at least this often, because it may jump and machines sleep. */
const MAX_TIMER_MS = 10_000;
/** How far the clock may be set back without showing the previous item again. */
const CLOCK_TOLERANCE_MS = 2000;
/** A video starts at its beginning when its slot began less than this time before. */
const JOIN_TOLERANCE_MS = 1000;
/** Least time of a video that is played after a jump into it. A shorter rest may have no frame. */
const MIN_REST_MS = 1000;

const SKIP_MESSAGE = 'Items can’t be skipped, because this playlist plays in step with other screens.';

export interface AlignedPlayerOptions<T extends StageItem> extends PlayerOptions<T> {
  /** Epoch milliseconds. Players with the same items and clock show the same. */
  now: () => number;
}

/** Period in which an item should be shown, in epoch milliseconds. */
interface Slot<T> {
  item: T;
  startedAt: number;
  until: number;
}

/** `ready` resolves with null when the item cannot be shown. */
interface Upcoming<T extends StageItem> {
  item: T;
  /** Position at which a video starts, in milliseconds. */
  startMs: number;
  ready: Promise<Prepared<T> | null>;
  cancel: () => void;
}

/**
 * Plays items at the times that `placeAt` determines. The next item is prepared while one is shown. An item that fails keeps its slot, in which the previous
 * one stays, or the next one appears early when nothing is shown. Videos are cut at the end of their slot, and start in the middle when the player joins there.
 */
class AlignedPlayer<T extends StageItem> implements Player<T> {
  #options: AlignedPlayerOptions<T>;
  #stage: Stage<T>;
  #items: readonly T[] = [];
  #current: T | null = null;
  /** Item that replaces the current one at this time. */
  #rising: T | null = null;
  #playing = true;
  #slot: Slot<T> | null = null;
  #upcoming: Upcoming<T> | null = null;
  #failures = new Failures();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Slot whose item is loaded or appears at this time. When it is done, the next item is prepared. */
  #pending: Slot<T> | null = null;
  #isDestroyed = false;

  constructor(options: AlignedPlayerOptions<T>, openStage: typeof createStage) {
    this.#options = options;
    this.#stage = openStage<T>(options.element, options, {
      onError: (item, reason) => this.#recordFailure(item, reason),
      onStalled: (item) => this.#recordFailure(item, 'the video stopped playing'),
    });
  }

  get current(): T | null {
    return this.#current;
  }

  get playing(): boolean {
    return this.#playing;
  }

  /**
   * Plays these items when the current slot ends or the next item of theirs starts, whichever is first; immediately with `restart` or when nothing is shown.
   * Without items, the stage becomes empty immediately.
   */
  setItems(items: readonly T[], { restart = false }: SetItemsOptions = {}): void {
    this.#items = items;
    this.#failures.keepOnly(items);
    if (items.length === 0) this.#stop();
    else if (restart || !this.#slot) this.#enterSlot();
    else this.#shortenSlot(this.#slot);
  }

  retry(itemId: string): void {
    this.#failures.repaired(itemId);
    if (!this.#slot || this.#pending) return;
    if (this.#slot.item.id === itemId && this.#current?.id !== itemId) this.#enterSlot();
    else this.#prepareNext();
  }

  renew(itemId: string): void {
    if (this.#pending) return;
    if (this.#upcoming?.item.id === itemId) {
      this.#cancelUpcoming();
      this.#prepareNext();
    }
    if (this.#current?.id === itemId && this.#current.kind === 'image') void this.#replaceCurrent(this.#current);
  }

  /** Returns to the item that other players show. */
  play(): void {
    if (this.#playing) return;
    this.#playing = true;
    this.#stage.resume();
    if (this.#items.length > 0) this.#enterSlot();
  }

  /** Keeps the item that is shown or loaded at this time. */
  pause(): void {
    this.#playing = false;
    this.#stage.pause();
    clearTimeout(this.#timer);
  }

  next(): never {
    throw new Error(SKIP_MESSAGE);
  }

  previous(): never {
    throw new Error(SKIP_MESSAGE);
  }

  setMuted(muted: boolean): void {
    this.#stage.setMuted(muted);
  }

  setVolume(volume: number): void {
    this.#stage.setVolume(volume);
  }

  setFit(fit: StageFit): void {
    this.#stage.setFit(fit);
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#leaveSlot();
    this.#stage.destroy();
  }

  #stop(): void {
    this.#leaveSlot();
    this.#stage.clear();
    this.#setCurrent(null);
  }

  #leaveSlot(): void {
    this.#slot = null;
    this.#pending = null;
    clearTimeout(this.#timer);
    this.#cancelUpcoming();
  }

  #setCurrent(item: T | null): void {
    if (item === null && this.#current === null) return;
    this.#current = item;
    this.#options.onItem?.(item);
  }

  #selectAt(instant: number): Slot<T> | null {
    const place = placeAt(this.#items, instant);
    const item = place && this.#items[place.index];
    return item ? { item, startedAt: place.startedAt, until: place.until } : null;
  }

  #enterSlot(): void {
    const now = this.#options.now();
    const slot = this.#selectAt(now);
    this.#slot = slot;
    if (!slot) return;
    this.#schedule(slot);
    this.#prepare(slot, now);
    void this.#showSlot(slot);
  }

  /** Ends the slot no later than the slot of the changed items, so that all players are in step from then on. */
  #shortenSlot(slot: Slot<T>): void {
    slot.until = Math.min(slot.until, this.#selectAt(this.#options.now())?.until ?? Infinity);
    this.#schedule(slot);
    if (!this.#pending) this.#prepareNext();
  }

  #schedule({ until }: Slot<T>): void {
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    this.#timer = setTimeout(() => this.#checkClock(), Math.min(Math.max(1, until - this.#options.now()), MAX_TIMER_MS));
  }

  #checkClock(): void {
    const slot = this.#slot;
    const now = this.#options.now();
    if (slot && now < slot.until && now >= slot.startedAt - CLOCK_TOLERANCE_MS) this.#schedule(slot);
    else this.#enterSlot();
  }

  /** Shows the prepared item of a slot, or the first later one that can be shown while nothing else is. */
  async #showSlot(slot: Slot<T>): Promise<void> {
    this.#pending = slot;
    await this.#showUpcoming(slot);
    let later = this.#selectAt(slot.until);
    for (let count = 1; count < this.#items.length && later && !this.#current && this.#pending === slot; count++) {
      this.#prepare(later, later.startedAt);
      await this.#showUpcoming(slot);
      later = this.#selectAt(later.until);
    }
    if (this.#pending !== slot) return;
    this.#pending = null;
    this.#prepareNext();
  }

  /** Shows the upcoming item, unless the slot is over when it is ready. */
  async #showUpcoming(slot: Slot<T>): Promise<void> {
    const prepared = await this.#upcoming?.ready;
    if (this.#pending !== slot) return;
    this.#upcoming = null;
    if (prepared) await this.#show(prepared);
  }

  async #show(prepared: Prepared<T>): Promise<void> {
    const startedAt = performance.now();
    this.#rising = prepared.item;
    try {
      await this.#stage.show(prepared);
      // The zone was emptied during the transition.
      if (!this.#slot) this.#stage.clear();
      else this.#setCurrent(prepared.item);
      if (prepared.item.kind !== 'video') this.#failures.forget(prepared.item.id);
    } catch (cause) {
      if (!this.#isDestroyed) this.#recordFailure(prepared.item, getReason(cause), startedAt);
    }
    if (this.#rising === prepared.item) this.#rising = null;
  }

  #prepareNext(): void {
    const slot = this.#slot;
    const next = slot && this.#playing ? this.#selectAt(slot.until) : null;
    if (slot && next) this.#prepare(next, slot.until);
  }

  /** Prepares the item of a slot, unless it is prepared already, is a still that is shown already, or has failed recently. `shownAt` is the expected instant. */
  #prepare({ item, startedAt }: Slot<T>, shownAt: number): void {
    const lateMs = item.kind === 'video' ? Math.min(shownAt - startedAt, item.durationMs - MIN_REST_MS) : 0;
    const startMs = lateMs < JOIN_TOLERANCE_MS ? 0 : lateMs;
    const upcoming = this.#upcoming;
    if (upcoming && isSame(upcoming.item, item) && Math.abs(upcoming.startMs - startMs) < JOIN_TOLERANCE_MS) return;
    this.#cancelUpcoming();
    const isShownStill = item.kind !== 'video' && !this.#failures.hasFailed(item.id) && isSame(item, this.#rising ?? this.#current);
    if (!isShownStill && this.#failures.mayShow(item.id)) this.#upcoming = this.#startPreparing(item, startMs);
  }

  #startPreparing(item: T, startMs = 0): Upcoming<T> {
    const abort = new AbortController();
    const startedAt = performance.now();
    const ready = this.#load(item, startMs, abort.signal).catch((cause: unknown) => {
      if (!abort.signal.aborted) this.#recordFailure(item, getReason(cause), startedAt);
      return null;
    });
    const cancel = () => {
      abort.abort();
      void ready.then((prepared) => prepared?.dispose());
    };
    return { item, startMs, ready, cancel };
  }

  async #load(item: T, startMs: number, signal: AbortSignal): Promise<Prepared<T>> {
    const found = await this.#options.resolveUrl(item, signal);
    const source: MediaSource = typeof found === 'string' ? { url: found } : found;
    // Browsers start a video at the time in the fragment of its address.
    const url = startMs > 0 ? `${source.url}#t=${startMs / 1000}` : source.url;
    if (!signal.aborted) return this.#stage.prepare(item, { ...source, url }, signal);
    source.release?.();
    throw new Error('canceled');
  }

  async #replaceCurrent(item: T): Promise<void> {
    const prepared = await this.#startPreparing(item).ready;
    if (this.#pending || this.#current !== item) prepared?.dispose();
    else if (prepared) await this.#stage.show(prepared, { cut: true }).catch(() => undefined);
  }

  #recordFailure(item: T, reason: string, startedAt = performance.now()): void {
    if (this.#failures.add(item.id, startedAt)) this.#options.onError?.(item, reason);
  }

  #cancelUpcoming(): void {
    this.#upcoming?.cancel();
    this.#upcoming = null;
  }
}

const isSame = (one: StageItem, other: StageItem | null): boolean => JSON.stringify(one) === JSON.stringify(other);

const getReason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Creates a stage that plays its items aligned to the clock. Tests pass another function that creates the stage. */
export function createAlignedPlayer<T extends StageItem>(options: AlignedPlayerOptions<T>, openStage = createStage): Player<T> {
  return new AlignedPlayer<T>(options, openStage);
}
