import type { LayoutZone, SideZone } from '@vitrine/contract/layouts';
import type { Manifest, ManifestItem, ManifestLayout, ManifestPublish } from '@vitrine/contract/screens';
import { createAlignedPlayer, getZoneRects, type LoadWidget, type MediaSource, type Player, type ZoneRect } from '@vitrine/stage';
import type { ServerClock } from '../clock/server-clock.ts';

const DEFAULT_FIT = 'backdrop';
export const WHOLE_STAGE: ZoneRect = { left: 0, top: 0, width: 100, height: 100 };

/** State of the player of the main zone. */
export interface MainZone {
  readonly manifest: Manifest | null;
  readonly publish: ManifestPublish | null;
  readonly current: ManifestItem | null;
  readonly loadWidget: LoadWidget;
}

export interface ZoneOptions {
  /** Its first element is the box of the main zone. */
  stage: HTMLElement;
  clock: Pick<ServerClock, 'now'>;
  open: (item: ManifestItem) => Promise<MediaSource>;
  onItemShown: (item: ManifestItem | null, zone: SideZone) => void;
  onItemFailed: (item: ManifestItem, reason: string) => void;
}

/** A layout with the items that its zones show at this time. */
export interface TimedLayout {
  publishId: string;
  layout: ManifestLayout;
}

interface SideZoneView {
  zone: SideZone;
  element: HTMLElement;
  player: Player<ManifestItem>;
  /** JSON of the items that the player has. */
  items: string;
}

/** Side zones of a layout. They are below the main zone, which covers them until they are revealed. */
export class Arrangement {
  #options: ZoneOptions;
  #main: MainZone;
  #onReady: () => void;
  #layout: TimedLayout;
  #views: SideZoneView[];
  #isRevealed = false;
  /** Zones that showed or failed to show an item. */
  #settled = new Set<SideZone>();

  constructor(layout: TimedLayout, main: MainZone, options: ZoneOptions, onReady: () => void) {
    this.#layout = layout;
    this.#main = main;
    this.#options = options;
    this.#onReady = onReady;
    this.#views = listSideZones(layout.layout).map((zone) => this.#createView(zone));
  }

  get layout(): TimedLayout {
    return this.#layout;
  }

  /** True when each zone that has items showed or failed to show one. */
  get isReady(): boolean {
    return this.#views.every(({ zone }) => this.#settled.has(zone) || this.#listItems(zone).length === 0);
  }

  get players(): Player<ManifestItem>[] {
    return this.#views.map(({ player }) => player);
  }

  /** Shows other items or another divider of the same preset. */
  setLayout(layout: TimedLayout): void {
    this.#layout = layout;
    for (const view of this.#views) {
      view.player.setFit(this.#main.manifest?.device?.fit ?? DEFAULT_FIT);
      const items = this.#listItems(view.zone);
      const serialized = JSON.stringify(items);
      if (serialized === view.items) continue;
      view.items = serialized;
      view.player.setItems(items);
    }
  }

  resize(isPortrait: boolean): void {
    const { preset, divider } = this.#layout.layout;
    const rects = getZoneRects(preset, divider, isPortrait);
    for (const { zone, element } of this.#views) setBox(element, rects[zone] ?? WHOLE_STAGE);
  }

  /** Reports what the zones show from now on. */
  reveal(): void {
    this.#isRevealed = true;
    for (const { zone, player } of this.#views) this.#options.onItemShown(player.current, zone);
  }

  destroy(): void {
    for (const { zone, element, player } of this.#views) {
      player.destroy();
      element.remove();
      if (this.#isRevealed) this.#options.onItemShown(null, zone);
    }
  }

  #listItems(zone: SideZone): ManifestItem[] {
    return this.#layout.layout.zones.find((shown) => shown.zone === zone)?.items ?? [];
  }

  #settle(zone: SideZone): void {
    this.#settled.add(zone);
    if (!this.#isRevealed) this.#onReady();
  }

  #createView(zone: SideZone): SideZoneView {
    const { stage, clock, open, onItemShown, onItemFailed } = this.#options;
    const element = document.createElement('div');
    element.style.position = 'absolute';
    // Below the main zone.
    stage.prepend(element);
    const player = createAlignedPlayer<ManifestItem>({
      element,
      fit: DEFAULT_FIT,
      now: () => clock.now(),
      loadWidget: this.#main.loadWidget,
      resolveUrl: (item) => open(item),
      onItem: (item) => {
        if (this.#isRevealed) onItemShown(item, zone);
        this.#settle(zone);
      },
      onError: (item, reason) => {
        onItemFailed(item, reason);
        this.#settle(zone);
      },
    });
    return { zone, element, player, items: '[]' };
  }
}

/** Lists the zones by their boxes. The list in the contract would add its schemas to this chunk. */
const listSideZones = ({ preset, divider }: ManifestLayout): SideZone[] =>
  (Object.keys(getZoneRects(preset, divider, false)) as LayoutZone[]).filter((zone) => zone !== 'main');

export function setBox(element: HTMLElement, { left, top, width, height }: ZoneRect): void {
  Object.assign(element.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
}
