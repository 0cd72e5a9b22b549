import { findResumeAnchor, getNextItem } from '@vitrine/playback';
import { Countdown } from './countdown.ts';
import { Failures } from './failures.ts';
import { createStage } from './stage.ts';
import type { MediaSource, Player, PlayerOptions, Prepared, SetItemsOptions, Stage, StageFit, StageItem } from './types.ts';

/** The item that is prepared below the visible one. `ready` resolves with null when it cannot be shown. */
interface Upcoming<T extends StageItem> {
  item: T;
  startedAt: number;
  ready: Promise<Prepared<T> | null>;
  cancel: () => void;
}

/**
 * Plays a list of items endlessly. The next item is prepared while one is shown. When the display
 * time is over (`#isItemFinished`), `#showDueItems` shows the next item and keeps the current one until
 * it is ready. Failed items are skipped and retried later.
 */
class LoopingPlayer<T extends StageItem> implements Player<T> {
  #options: PlayerOptions<T>;
  #stage: Stage<T>;
  #items: readonly T[] = [];
  #current: T | null = null;
  /** Id of the item after which playback continues; the current item's unless a jump or a new list changed it. */
  #anchor: string | null = null;
  #step: 1 | -1 = 1;
  /** True when a user has chosen the next item since the last one started. */
  #hasJumped = false;
  #upcoming: Upcoming<T> | null = null;
  #failures = new Failures();
  /** Ids of images whose bytes were replaced. */
  #stale = new Set<string>();
  #countdown = new Countdown(() => this.#finishItem());
  #playing = true;
  #isItemFinished = false;
  #isTransitioning = false;
  #destroyed = false;

  constructor(options: PlayerOptions<T>) {
    this.#options = options;
    this.#stage = createStage<T>(options.element, options, {
      onEnded: () => this.#handleEnded(),
      onError: (item, reason) => this.#handleError(item, reason),
      onStalled: (item) => this.#handleError(item, 'the video stopped playing'),
    });
  }

  get current(): T | null {
    return this.#current;
  }

  get playing(): boolean {
    return this.#playing;
  }

  setItems(items: readonly T[], { restart = false, startAt }: SetItemsOptions = {}): void {
    const before = this.#items;
    this.#items = items;
    this.#failures.keepOnly(items);
    if (items.length === 0) return this.#stop();
    if (startAt !== undefined) return this.#jumpTo(getNextItem(items, startAt, -1)?.id ?? null, 1);
    if (restart) return this.#jumpTo(null, 1);
    this.#anchor = findResumeAnchor(before, items, this.#anchor);
    const next = this.#selectNextItem();
    if (this.#upcoming && JSON.stringify(next) !== JSON.stringify(this.#upcoming.item)) this.#cancelUpcoming();
    if (!this.#current) this.#isItemFinished = true;
    this.#prepareNext();
    void this.#showDueItems();
  }

  retry(itemId: string): void {
    this.#failures.repaired(itemId);
    if (!this.#current) this.#finishItem();
  }

  renew(itemId: string): void {
    if (this.#upcoming?.item.id === itemId) {
      this.#cancelUpcoming();
      this.#prepareNext();
    } else this.#stale.add(itemId);
    this.#replaceStale();
  }

  play(): void {
    this.#playing = true;
    this.#stage.resume();
    this.#countdown.resume();
  }

  pause(): void {
    this.#playing = false;
    this.#stage.pause();
    this.#countdown.pause();
  }

  next(): void {
    this.#jumpTo(this.#anchor, 1);
  }

  previous(): void {
    this.#jumpTo(this.#anchor, -1);
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
    this.#destroyed = true;
    this.#countdown.stop();
    this.#cancelUpcoming();
    this.#stage.destroy();
  }

  #stop(): void {
    this.#countdown.stop();
    this.#cancelUpcoming();
    this.#stage.clear();
    this.#anchor = null;
    this.#isItemFinished = false;
    if (this.#current) {
      this.#current = null;
      this.#options.onItem?.(null);
    }
  }

  #jumpTo(anchor: string | null, step: 1 | -1): void {
    if (this.#items.length === 0) return;
    this.#cancelUpcoming();
    this.#anchor = anchor;
    this.#step = step;
    this.#hasJumped = true;
    this.#isItemFinished = true;
    void this.#showDueItems();
  }

  #handleEnded(): void {
    if (this.#current) this.#failures.forget(this.#current.id);
    this.#finishItem();
  }

  /** Ends the current item's display time. */
  #finishItem(): void {
    if (this.#items.length === 0) return;
    this.#isItemFinished = true;
    void this.#showDueItems();
  }

  #handleError(item: T, reason: string): void {
    this.#recordFailure(item, reason);
    this.#finishItem();
  }

  #recordFailure(item: T, reason: string, startedAt = performance.now()): void {
    if (!this.#destroyed && this.#failures.add(item.id, startedAt)) this.#options.onError?.(item, reason);
  }

  #selectNextItem(): T | null {
    return getNextItem(this.#items, this.#anchor, this.#step, (item) => this.#failures.mayShow(item.id));
  }

  /** Returns true when the next item is already shown and simply stays. Videos and stopped streams start again. */
  #isUnchangedStill(next: T | null): boolean {
    if (!next || next.kind === 'video' || this.#failures.hasFailed(next.id)) return false;
    return JSON.stringify(next) === JSON.stringify(this.#current);
  }

  #prepareNext(): void {
    if (this.#upcoming || this.#destroyed) return;
    const item = this.#selectNextItem();
    if (item && !this.#isUnchangedStill(item)) this.#upcoming = this.#startPreparing(item);
  }

  #startPreparing(item: T): Upcoming<T> {
    const abort = new AbortController();
    const startedAt = performance.now();
    const ready = this.#prepare(item, abort.signal).catch((cause: unknown) => {
      if (!abort.signal.aborted) this.#recordFailure(item, cause instanceof Error ? cause.message : String(cause), startedAt);
      return null;
    });
    const cancel = () => {
      abort.abort();
      void ready.then((prepared) => prepared?.dispose());
    };
    return { item, startedAt: startedAt, ready, cancel };
  }

  async #prepare(item: T, signal: AbortSignal): Promise<Prepared<T>> {
    const found = await this.#options.resolveUrl(item, signal);
    const source: MediaSource = typeof found === 'string' ? { url: found } : found;
    if (signal.aborted) {
      source.release?.();
      throw new Error('canceled');
    }
    return this.#stage.prepare(item, source, signal);
  }

  #cancelUpcoming(): void {
    this.#upcoming?.cancel();
    this.#upcoming = null;
  }

  async #showDueItems(): Promise<void> {
    if (this.#isTransitioning) return;
    this.#isTransitioning = true;
    while (this.#isItemFinished && !this.#destroyed) await this.#showNext();
    this.#isTransitioning = false;
    this.#replaceStale();
  }

  async #showNext(): Promise<void> {
    this.#prepareNext();
    const upcoming = this.#upcoming;
    if (!upcoming) return this.#waitForRetry();
    const prepared = await upcoming.ready;
    // A jump or a new list has selected another item in the meantime.
    if (upcoming !== this.#upcoming) return;
    this.#upcoming = null;
    if (!prepared) return;
    this.#isItemFinished = false;
    // A chosen item appears immediately; fades are for automatic changes.
    const cut = this.#hasJumped;
    this.#hasJumped = false;
    const transitionStart = performance.now();
    try {
      await this.#stage.show(prepared, { cut });
    } catch (cause) {
      this.#recordFailure(upcoming.item, cause instanceof Error ? cause.message : String(cause), upcoming.startedAt);
      this.#isItemFinished = true;
      return;
    }
    this.#handleShown(upcoming.item, performance.now() - transitionStart);
  }

  /** Replaces the current image if its bytes have changed. Runs after a transition. Other items load their new bytes when they are next. */
  #replaceStale(): void {
    if (this.#isTransitioning) return;
    const current = this.#current;
    const isStale = current?.kind === 'image' && this.#stale.has(current.id);
    this.#stale.clear();
    if (current && isStale) void this.#replaceCurrent(current);
  }

  /** Shows the current image again with new bytes. The next item and the display time do not change. */
  async #replaceCurrent(item: T): Promise<void> {
    const prepared = await this.#startPreparing(item).ready;
    if (this.#isTransitioning || this.#current !== item) {
      this.#stale.add(item.id);
      return prepared?.dispose();
    }
    // Rejects when the stage was cleared in the meantime.
    if (prepared) await this.#stage.show(prepared, { cut: true }).catch(() => undefined);
  }

  /** `riseMs` is the duration of the transition. It counts as display time, so that many screens stay in step with the clock. */
  #handleShown(item: T, riseMs: number): void {
    // The list was emptied during the transition.
    if (this.#items.length === 0 || this.#destroyed) return this.#stage.clear();
    this.#current = item;
    // Forget failures of videos only at their end, because they may fail in the middle.
    if (item.kind !== 'video') this.#failures.forget(item.id);
    // A jump during the transition has already set the anchor and the direction.
    if (!this.#hasJumped) {
      this.#anchor = this.#items.some(({ id }) => id === item.id) ? item.id : this.#anchor;
      this.#step = 1;
    }
    this.#options.onItem?.(item);
    if (item.kind !== 'video') this.#countdown.start(Math.max(0, item.durationMs - riseMs), !this.#playing);
    else this.#countdown.stop();
    if (!this.#hasJumped) this.#prepareNext();
  }

  /** Keeps the current item when no other item can be shown. Checks again when its display time is over or a failed item may be retried. */
  #waitForRetry(): void {
    this.#isItemFinished = false;
    const current = this.#current;
    let waitMs = this.#failures.nextRetryMs();
    if (current && this.#isUnchangedStill(this.#selectNextItem())) {
      this.#anchor = current.id;
      this.#step = 1;
      this.#prepareNext();
      waitMs = Math.min(waitMs, current.durationMs);
    }
    if (Number.isFinite(waitMs)) this.#countdown.start(Math.max(1000, waitMs), !this.#playing);
  }
}

/** Creates a stage that plays a list endlessly. It starts automatically once it has items. */
export function createPlayer<T extends StageItem>(options: PlayerOptions<T>): Player<T> {
  return new LoopingPlayer<T>(options);
}
