import { nextItem, resumeAfter } from '@vitrine/playback';
import { Countdown } from './countdown.ts';
import { Failures } from './failures.ts';
import { createStage } from './stage.ts';
import type { MediaSource, Player, PlayerOptions, Prepared, SetItemsOptions, Stage, StageFit, StageItem } from './types.ts';

/** The item being made ready under the one that is seen. `ready` answers null when it cannot be shown. */
interface Upcoming<T extends StageItem> {
  item: T;
  begunAt: number;
  ready: Promise<Prepared<T> | null>;
  cancel: () => void;
}

/**
 * Plays a ring of items for ever. While one shows, the next gets ready; when the time of the
 * one shown is over (`#due`), `#proceed` raises the next, and holds the present one as long as
 * that takes. A failed item is marked, skipped and tried again later.
 */
class RingPlayer<T extends StageItem> implements Player<T> {
  #options: PlayerOptions<T>;
  #stage: Stage<T>;
  #items: readonly T[] = [];
  #current: T | null = null;
  /** Id of the item after which playback continues; the current item's unless a jump or a new list changed it. */
  #anchor: string | null = null;
  #step: 1 | -1 = 1;
  /** True when a user has chosen the next item since the last one started. */
  #jumped = false;
  #upcoming: Upcoming<T> | null = null;
  #failures = new Failures();
  /** Images whose bytes were replaced while an item rose. */
  #stale = new Set<string>();
  #countdown = new Countdown(() => this.#finish());
  #playing = true;
  #due = false;
  #busy = false;
  #destroyed = false;

  constructor(options: PlayerOptions<T>) {
    this.#options = options;
    this.#stage = createStage<T>(options.element, options, {
      onEnded: () => this.#ended(),
      onError: (item, reason) => this.#broke(item, reason),
      onStalled: (item) => this.#broke(item, 'the video stopped playing'),
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
    if (startAt !== undefined) return this.#jump(nextItem(items, startAt, -1)?.id ?? null, 1);
    if (restart) return this.#jump(null, 1);
    this.#anchor = resumeAfter(before, items, this.#anchor);
    const next = this.#choose();
    if (this.#upcoming && JSON.stringify(next) !== JSON.stringify(this.#upcoming.item)) this.#drop();
    if (!this.#current) this.#due = true;
    this.#lookAhead();
    void this.#proceed();
  }

  retry(itemId: string): void {
    this.#failures.repaired(itemId);
    if (!this.#current) this.#finish();
  }

  renew(itemId: string): void {
    if (this.#upcoming?.item.id === itemId) {
      this.#drop();
      this.#lookAhead();
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
    this.#jump(this.#anchor, 1);
  }

  previous(): void {
    this.#jump(this.#anchor, -1);
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
    this.#drop();
    this.#stage.destroy();
  }

  #stop(): void {
    this.#countdown.stop();
    this.#drop();
    this.#stage.clear();
    this.#anchor = null;
    this.#due = false;
    if (this.#current) {
      this.#current = null;
      this.#options.onItem?.(null);
    }
  }

  #jump(anchor: string | null, step: 1 | -1): void {
    if (this.#items.length === 0) return;
    this.#drop();
    this.#anchor = anchor;
    this.#step = step;
    this.#jumped = true;
    this.#due = true;
    void this.#proceed();
  }

  #ended(): void {
    if (this.#current) this.#failures.forget(this.#current.id);
    this.#finish();
  }

  /** The time of the item shown is over. */
  #finish(): void {
    if (this.#items.length === 0) return;
    this.#due = true;
    void this.#proceed();
  }

  #broke(item: T, reason: string): void {
    this.#fail(item, reason);
    this.#finish();
  }

  #fail(item: T, reason: string, begunAt = performance.now()): void {
    if (this.#failures.add(item.id, begunAt)) this.#options.onError?.(item, reason);
  }

  #choose(): T | null {
    return nextItem(this.#items, this.#anchor, this.#step, (item) => this.#failures.mayShow(item.id));
  }

  /** A single picture just stays; showing it again would only cost. */
  #staysAlone(next: T | null): boolean {
    return next?.kind === 'image' && JSON.stringify(next) === JSON.stringify(this.#current);
  }

  #lookAhead(): void {
    if (this.#upcoming || this.#destroyed) return;
    const item = this.#choose();
    if (item && !this.#staysAlone(item)) this.#upcoming = this.#begin(item);
  }

  #begin(item: T): Upcoming<T> {
    const abort = new AbortController();
    const begunAt = performance.now();
    const ready = this.#prepare(item, abort.signal).catch((cause: unknown) => {
      if (!abort.signal.aborted) this.#fail(item, cause instanceof Error ? cause.message : String(cause), begunAt);
      return null;
    });
    const cancel = () => {
      abort.abort();
      void ready.then((prepared) => prepared?.dispose());
    };
    return { item, begunAt, ready, cancel };
  }

  async #prepare(item: T, signal: AbortSignal): Promise<Prepared<T>> {
    const found = await this.#options.resolveUrl(item, signal);
    const source: MediaSource = typeof found === 'string' ? { url: found } : found;
    if (signal.aborted) {
      source.release?.();
      throw new Error('no longer wanted');
    }
    return this.#stage.prepare(item, source, signal);
  }

  #drop(): void {
    this.#upcoming?.cancel();
    this.#upcoming = null;
  }

  async #proceed(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#due && !this.#destroyed) await this.#advance();
    this.#busy = false;
    this.#replaceStale();
  }

  async #advance(): Promise<void> {
    this.#lookAhead();
    const upcoming = this.#upcoming;
    if (!upcoming) return this.#hold();
    const prepared = await upcoming.ready;
    // A jump or a new list has made another choice meanwhile.
    if (upcoming !== this.#upcoming) return;
    this.#upcoming = null;
    if (!prepared) return;
    this.#due = false;
    // A chosen item appears immediately; fades are for automatic changes.
    const cut = this.#jumped;
    this.#jumped = false;
    const risingSince = performance.now();
    try {
      await this.#stage.show(prepared, { cut });
    } catch (cause) {
      this.#fail(upcoming.item, cause instanceof Error ? cause.message : String(cause), upcoming.begunAt);
      this.#due = true;
      return;
    }
    this.#arrive(upcoming.item, performance.now() - risingSince);
  }

  /** While an item rises, this waits until it has arrived. Items that do not show are opened when they are next. */
  #replaceStale(): void {
    if (this.#busy) return;
    const current = this.#current;
    const isStale = current?.kind === 'image' && this.#stale.has(current.id);
    this.#stale.clear();
    if (current && isStale) void this.#replaceCurrent(current);
  }

  /** Shows the current image again from other bytes. Its successor and its time stay as they are. */
  async #replaceCurrent(item: T): Promise<void> {
    const prepared = await this.#begin(item).ready;
    if (this.#busy || this.#current !== item) {
      this.#stale.add(item.id);
      return prepared?.dispose();
    }
    // Rejects when the stage was cleared in the meantime.
    if (prepared) await this.#stage.show(prepared, { cut: true }).catch(() => undefined);
  }

  /** `riseMs` is how long it took from due to seen, which counts as its time: a wall of many keeps step with the clock. */
  #arrive(item: T, riseMs: number): void {
    // The list was emptied while the item rose.
    if (this.#items.length === 0 || this.#destroyed) return this.#stage.clear();
    this.#current = item;
    // A video that begins may still break where it always does.
    if (item.kind === 'image') this.#failures.forget(item.id);
    // A jump made while the item rose has set its own way already.
    if (!this.#jumped) {
      this.#anchor = this.#items.some(({ id }) => id === item.id) ? item.id : this.#anchor;
      this.#step = 1;
    }
    this.#options.onItem?.(item);
    if (item.kind === 'image') this.#countdown.start(Math.max(0, item.durationMs - riseMs), !this.#playing);
    else this.#countdown.stop();
    if (!this.#jumped) this.#lookAhead();
  }

  /** Nothing else can be shown now: keep what there is, and look again when its time is over or a failure is forgiven. */
  #hold(): void {
    this.#due = false;
    const current = this.#current;
    let waitMs = this.#failures.nextRetryMs();
    if (current && this.#staysAlone(this.#choose())) {
      this.#anchor = current.id;
      this.#step = 1;
      this.#lookAhead();
      waitMs = Math.min(waitMs, current.durationMs);
    }
    if (Number.isFinite(waitMs)) this.#countdown.start(Math.max(1000, waitMs), !this.#playing);
  }
}

/** Creates a stage that plays a list endlessly. It starts automatically once it has items. */
export function createPlayer<T extends StageItem>(options: PlayerOptions<T>): Player<T> {
  return new RingPlayer<T>(options);
}
