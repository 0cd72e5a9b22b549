import { getWallClock, listValidItems } from '@vitrine/playback';
import { getZoneRects } from '@vitrine/stage';
import { Arrangement, type MainZone, setBox, type TimedLayout, WHOLE_STAGE, type ZoneOptions } from './zone-arrangement.ts';

/** Time after which a layout appears even if a zone has nothing to show yet. */
const REVEAL_TIMEOUT_MS = 5000;

export interface Zones {
  /** Follows the manifest, the time and the main zone. */
  update(): void;
  /** Retries and loads again the items of a file after one of its copies was downloaded; without a file, all items. */
  retryFile(sha256?: string): void;
}

/**
 * Arranges the zones of the layout to show. Another layout is prepared below the visible one. Both the boxes and the side zones change in the frame after the
 * main zone shows an item of its playlist, so that no part of the screen becomes black.
 */
class ScreenZones implements Zones {
  #main: MainZone;
  #options: ZoneOptions;
  #mainBox: HTMLElement;
  #visible: Arrangement | null = null;
  /** Replaces the visible one as soon as it is ready; `arrangement` is null when the main zone will fill the screen. */
  #next: { arrangement: Arrangement | null; since: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(main: MainZone, options: ZoneOptions) {
    this.#main = main;
    this.#options = options;
    this.#mainBox = options.stage.firstElementChild as HTMLElement;
    new ResizeObserver(() => this.#resize()).observe(options.stage);
  }

  update(): void {
    const layout = selectLayout(this.#main, this.#options.clock.now());
    if (isSameKind(layout, this.#visible)) {
      this.#next?.arrangement?.destroy();
      this.#next = null;
    } else if (!this.#next || !isSameKind(layout, this.#next.arrangement)) {
      this.#next?.arrangement?.destroy();
      const arrangement = layout && new Arrangement(layout, this.#main, this.#options, () => this.#revealIfReady());
      this.#next = { arrangement, since: performance.now() };
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#revealIfReady(), REVEAL_TIMEOUT_MS + 1);
    }
    if (layout) (this.#next?.arrangement ?? this.#visible)?.setLayout(layout);
    this.#resize();
    this.#revealIfReady();
  }

  retryFile(sha256?: string): void {
    const items = this.#main.publish?.layout?.zones.flatMap((zone) => zone.items) ?? [];
    const players = [this.#visible, this.#next?.arrangement].flatMap((arrangement) => arrangement?.players ?? []);
    for (const item of items) {
      if (sha256 !== undefined && item.sha256 !== sha256) continue;
      for (const player of players) {
        player.retry(item.id);
        player.renew(item.id);
      }
    }
  }

  #revealIfReady(): void {
    const next = this.#next;
    if (!next) return;
    const { publish, current } = this.#main;
    const isMainReady = !publish || publish.items.some(({ id }) => id === current?.id);
    const isReady = isMainReady && (next.arrangement?.isReady ?? true);
    if (!isReady && performance.now() - next.since < REVEAL_TIMEOUT_MS) return;
    clearTimeout(this.#timer);
    const before = this.#visible;
    this.#visible = next.arrangement;
    this.#next = null;
    this.#resize();
    before?.destroy();
    this.#visible?.reveal();
  }

  #resize(): void {
    const { stage } = this.#options;
    const isPortrait = stage.clientHeight > stage.clientWidth;
    for (const arrangement of [this.#visible, this.#next?.arrangement]) arrangement?.resize(isPortrait);
    const layout = this.#visible?.layout.layout;
    setBox(this.#mainBox, layout ? getZoneRects(layout.preset, layout.divider, isPortrait).main : WHOLE_STAGE);
  }
}

/** Returns the layout to show with its valid items; null when no side zone has any, so that the main zone fills the screen. */
function selectLayout({ manifest, publish }: MainZone, now: number): TimedLayout | null {
  if (!publish?.layout) return null;
  const reading = getWallClock(now, manifest?.device ?? 'UTC');
  const zones = publish.layout.zones.map(({ zone, items }) => ({ zone, items: [...listValidItems(items, reading)] }));
  const hasItems = zones.some(({ items }) => items.length > 0);
  return hasItems ? { publishId: publish.publishId, layout: { ...publish.layout, zones } } : null;
}

/** Returns true when an arrangement can show the layout by other items and boxes. */
const isSameKind = (layout: TimedLayout | null, arrangement: Arrangement | null): boolean =>
  layout?.publishId === arrangement?.layout.publishId && layout?.layout.preset === arrangement?.layout.layout.preset;

export const createZones = (main: MainZone, options: ZoneOptions): Zones => new ScreenZones(main, options);
