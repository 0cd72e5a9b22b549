import type { ManifestItem } from '@vitrine/contract/screens';
import {
  type AlignedPlayerOptions,
  createAlignedPlayer,
  createPlayer,
  type Player,
  type PlayerOptions,
  type SetItemsOptions,
  type StageFit,
} from '@vitrine/stage';

export interface SwitchingPlayerOptions extends AlignedPlayerOptions<ManifestItem> {
  /** Returns true when the items that are set next are aligned to the clock. */
  isSynchronized: () => boolean;
}

interface OpenPlayer {
  player: Player<ManifestItem>;
  isSynchronized: boolean;
  /** Null for the first player, which has the element of the options. */
  element: HTMLElement | null;
}

/**
 * Plays ordinary and synchronized publishes in the main zone with separate players. When the kind changes, the other player starts below the visible one,
 * which keeps its item until the other shows its first, so that the stage never becomes empty.
 */
class SwitchingPlayer implements Player<ManifestItem> {
  #options: SwitchingPlayerOptions;
  #visible: OpenPlayer;
  #next: OpenPlayer | null = null;
  #muted = true;
  #volume = 1;
  #fit: StageFit | undefined;

  constructor(first: Player<ManifestItem>, options: SwitchingPlayerOptions) {
    this.#options = options;
    this.#visible = { player: first, isSynchronized: false, element: null };
  }

  get #players(): Player<ManifestItem>[] {
    return [this.#visible, this.#next].flatMap((open) => open?.player ?? []);
  }

  /** The player that has the newest items. */
  get #newest(): OpenPlayer {
    return this.#next ?? this.#visible;
  }

  get current(): ManifestItem | null {
    return this.#visible.player.current;
  }

  get playing(): boolean {
    return this.#newest.player.playing;
  }

  setItems(items: readonly ManifestItem[], options: SetItemsOptions = {}): void {
    const isSynchronized = items.length > 0 ? this.#options.isSynchronized() : this.#visible.isSynchronized;
    if (this.#newest.isSynchronized === isSynchronized) return this.#newest.player.setItems(items, options);
    if (this.#next) close(this.#next);
    this.#next = null;
    if (this.#visible.isSynchronized === isSynchronized) return this.#visible.player.setItems(items, { restart: true });
    this.#next = this.#open(isSynchronized);
    const { current } = this.#visible.player;
    this.#visible.player.setItems(current ? [current] : []);
    this.#next.player.setItems(items, { restart: true });
  }

  retry(itemId: string): void {
    for (const player of this.#players) player.retry(itemId);
  }

  renew(itemId: string): void {
    for (const player of this.#players) player.renew(itemId);
  }

  play(): void {
    for (const player of this.#players) player.play();
  }

  pause(): void {
    for (const player of this.#players) player.pause();
  }

  next(): void {
    this.#newest.player.next();
  }

  previous(): void {
    this.#newest.player.previous();
  }

  setMuted(muted: boolean): void {
    this.#muted = muted;
    for (const player of this.#players) player.setMuted(muted);
  }

  setVolume(volume: number): void {
    this.#volume = volume;
    for (const player of this.#players) player.setVolume(volume);
  }

  setFit(fit: StageFit): void {
    this.#fit = fit;
    for (const player of this.#players) player.setFit(fit);
  }

  destroy(): void {
    for (const player of this.#players) player.destroy();
  }

  #open(isSynchronized: boolean): OpenPlayer {
    const element = document.createElement('div');
    Object.assign(element.style, { position: 'absolute', top: 0, left: 0, width: '100%', height: '100%' });
    // Below everything that is visible.
    this.#options.element.prepend(element);
    const options: AlignedPlayerOptions<ManifestItem> & PlayerOptions<ManifestItem> = {
      ...this.#options,
      element,
      muted: this.#muted,
      onItem: (item) => this.#handleItem(open, item),
    };
    if (this.#fit) options.fit = this.#fit;
    const player = isSynchronized ? createAlignedPlayer(options) : createPlayer(options);
    const open: OpenPlayer = { player, isSynchronized, element };
    player.setVolume(this.#volume);
    if (!this.playing) player.pause();
    return open;
  }

  #handleItem(open: OpenPlayer, item: ManifestItem | null): void {
    if (open === this.#next && item) {
      close(this.#visible);
      this.#visible = open;
      this.#next = null;
    }
    if (open === this.#visible) this.#options.onItem?.(item);
  }
}

function close({ player, element }: OpenPlayer): void {
  player.destroy();
  element?.remove();
}

/** Creates a player of the main zone that can also play aligned to the clock. It takes over the first player, which is visible and not synchronized. */
export const createSwitchingPlayer = (first: Player<ManifestItem>, options: SwitchingPlayerOptions): Player<ManifestItem> =>
  new SwitchingPlayer(first, options);
