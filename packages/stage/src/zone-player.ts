import { placeAt } from '@vitrine/playback';
import { Failures } from './failures.ts';
import { createStage } from './stage.ts';
import type { PlayerOptions, Prepared, Stage, StageFit, StageItem } from './types.ts';

/** The clock is read again at least this often, because it may jump and machines sleep. */
const MAX_TIMER_MS = 10_000;
/** How far the clock may be set back without showing the previous item again. */
const CLOCK_TOLERANCE_MS = 2000;

export interface ZonePlayerOptions<T extends StageItem> extends Omit<PlayerOptions<T>, 'muted'> {
  /** Epoch milliseconds. Players with the same items and clock show the same. */
  now: () => number;
}

export interface ZonePlayer<T extends StageItem> {
  readonly current: T | null;
  /** Plays these items from the next change of the item on, or immediately when nothing is shown. Without items, the zone becomes empty immediately. */
  setItems(items: readonly T[]): void;
  /** Retries a failed item, because its bytes were repaired. */
  retry(itemId: string): void;
  /** Resolves the URL of an image again and replaces it, also while it is shown. */
  renew(itemId: string): void;
  setFit(fit: StageFit): void;
  destroy(): void;
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
  ready: Promise<Prepared<T> | null>;
  cancel: () => void;
}

/**
 * Plays items at the times that `placeAt` determines. The next item is prepared while one is shown. An item that fails keeps its slot, in which the previous
 * one stays. Videos are muted, start at their beginning and are cut at the end of their slot.
 */
class AlignedPlayer<T extends StageItem> implements ZonePlayer<T> {
  #options: ZonePlayerOptions<T>;
  #stage: Stage<T>;
  #items: readonly T[] = [];
  #current: T | null = null;
  #slot: Slot<T> | null = null;
  #upcoming: Upcoming<T> | null = null;
  #failures = new Failures();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Slot whose item is loaded or appears at this time. When it is done, the next item is prepared. */
  #pending: Slot<T> | null = null;
  #isDestroyed = false;

  constructor(options: ZonePlayerOptions<T>, openStage: typeof createStage) {
    this.#options = options;
    this.#stage = openStage<T>(
      options.element,
      { ...options, muted: true },
      {
        onError: (item, reason) => this.#recordFailure(item, reason),
        onStalled: (item) => this.#recordFailure(item, 'the video stopped playing'),
      },
    );
  }

  get current(): T | null {
    return this.#current;
  }

  setItems(items: readonly T[]): void {
    this.#items = items;
    this.#failures.keepOnly(items);
    if (items.length === 0) this.#stop();
    else if (!this.#slot) this.#enterSlot();
    else if (!this.#pending) this.#prepareNext();
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
    const slot = this.#selectAt(this.#options.now());
    this.#slot = slot;
    if (!slot) return;
    this.#schedule(slot);
    this.#prepare(slot.item);
    void this.#showSlot(slot);
  }

  #schedule({ until }: Slot<T>): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#checkClock(), Math.min(Math.max(1, until - this.#options.now()), MAX_TIMER_MS));
  }

  #checkClock(): void {
    const slot = this.#slot;
    const now = this.#options.now();
    if (slot && now < slot.until && now >= slot.startedAt - CLOCK_TOLERANCE_MS) this.#schedule(slot);
    else this.#enterSlot();
  }

  /** Shows the prepared item of a slot. Too late, it is released. */
  async #showSlot(slot: Slot<T>): Promise<void> {
    const upcoming = this.#upcoming;
    if (upcoming) {
      this.#pending = slot;
      const prepared = await upcoming.ready;
      if (this.#pending !== slot) return;
      this.#upcoming = null;
      if (prepared) await this.#show(prepared);
      if (this.#pending !== slot) return;
    }
    this.#pending = null;
    this.#prepareNext();
  }

  async #show(prepared: Prepared<T>): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.#stage.show(prepared);
      // The zone was emptied during the transition.
      if (!this.#slot) this.#stage.clear();
      else this.#setCurrent(prepared.item);
    } catch (cause) {
      if (!this.#isDestroyed) this.#recordFailure(prepared.item, getReason(cause), startedAt);
    }
  }

  #prepareNext(): void {
    const next = this.#slot && this.#selectAt(this.#slot.until);
    if (next) this.#prepare(next.item);
  }

  /** Prepares an item, unless it is prepared already, is a still that is shown already, or has failed recently. */
  #prepare(item: T): void {
    if (this.#upcoming && isSame(this.#upcoming.item, item)) return;
    this.#cancelUpcoming();
    const isShownStill = item.kind !== 'video' && isSame(item, this.#current);
    if (!isShownStill && this.#failures.mayShow(item.id)) this.#upcoming = this.#startPreparing(item);
  }

  #startPreparing(item: T): Upcoming<T> {
    const abort = new AbortController();
    const startedAt = performance.now();
    const ready = this.#load(item, abort.signal).catch((cause: unknown) => {
      if (!abort.signal.aborted) this.#recordFailure(item, getReason(cause), startedAt);
      return null;
    });
    const cancel = () => {
      abort.abort();
      void ready.then((prepared) => prepared?.dispose());
    };
    return { item, ready, cancel };
  }

  async #load(item: T, signal: AbortSignal): Promise<Prepared<T>> {
    const found = await this.#options.resolveUrl(item, signal);
    const source = typeof found === 'string' ? { url: found } : found;
    if (!signal.aborted) return this.#stage.prepare(item, source, signal);
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

/** Creates a stage for a side zone of a layout, which plays its items aligned to the clock. Tests pass another function that creates the stage. */
export function createZonePlayer<T extends StageItem>(options: ZonePlayerOptions<T>, openStage = createStage): ZonePlayer<T> {
  return new AlignedPlayer<T>(options, openStage);
}
