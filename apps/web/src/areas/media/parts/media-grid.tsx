import type { Media } from '@vitrine/contract/media';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Menu } from '../../../ui/menu.tsx';
import {
  type ArrowKey,
  findTilesInBox,
  findTilesInRange,
  getColumnCount,
  getNextTile,
  getTileBox,
  layoutMasonry,
  type Masonry,
} from '../masonry.ts';
import type { AspectRatios } from '../media-sizes.ts';
import type { AlbumMedia } from '../use-album-media.ts';
import { ARROW_KEYS, getTileTarget, useFocusedTile, useScrollingAttribute, useViewport } from '../use-grid.ts';
import { type MediaSelection, useGridSelection } from '../use-selection.ts';
import { useTileDrag } from '../use-tile-drag.ts';
import styles from './media-grid.module.css';
import { MediaTile, PartialLoadFailure } from './media-tile.tsx';

/** Drawn ahead of what is on screen, in pixels; and never more tiles than this, however large the screen. */
const OVERSCAN = 500;
const TILES_MAX = 200;
/** Number of tiles beyond the visible ones that are loaded, so that most are rendered with their data. */
const AHEAD = 50;

interface MediaGridProps {
  albumId: string;
  media: AlbumMedia;
  selection: MediaSelection;
  favourites: readonly string[];
  hasPanel: boolean;
  canSelect: boolean;
  /** Whether tiles may change places: the order shown is the album's own, and this person's to arrange. */
  canOrder: boolean;
  /** False while a dialog or preview is over it. */
  isActive: boolean;
  onOpen: (index: number) => void;
  /** Moves media before the tile at `index`, or to the end. */
  onPlace: (ids: readonly string[], index: number) => void;
  /** Content of a tile's menu; without it tiles have none. */
  menuOf?: ((media: Media, index: number) => ReactNode) | undefined;
}

/** Columns of photos in their aspect ratios. Sizes are known first, so nothing moves when photos arrive. */
export function MediaGrid({
  albumId,
  media,
  selection,
  favourites,
  hasPanel,
  canSelect,
  canOrder,
  isActive,
  onOpen,
  onPlace,
  menuOf,
}: MediaGridProps) {
  const element = useRef<HTMLUListElement>(null);
  const { width, top, bottom } = useViewport(element);
  useScrollingAttribute(element);
  const gap = width < 560 ? 8 : 14;
  const masonry = useMasonry(media.ratios, width, getColumnCount(width, hasPanel), gap);
  const { from, to } = getDrawnRange(masonry, top, bottom);
  const { show } = media;
  useEffect(() => show(Math.max(0, from - AHEAD), to + AHEAD), [show, from, to]);

  const idsFor = (index: number): readonly string[] => {
    const id = media.at(index)?._id;
    if (!id) return [];
    return selection.ids.has(id) ? selection.inOrder() : [id];
  };
  const pick = (index: number, isRange = false) => {
    const id = media.at(index)?._id;
    if (id && canSelect) void selection.pick(id, isRange);
  };
  const { place, handlers } = useTileDrag({ grid: element, albumId, masonry, canOrder, idsFor, onPlace, onHold: pick });
  const rectangle = useGridSelection({
    element,
    findTiles: (box) => findTilesInBox(masonry, box),
    idAt: (index) => selection.order?.[index] ?? media.at(index)?._id,
    selection,
    isActive: isActive && canSelect,
  });
  const [current, setCurrent] = useFocusedTile(element, { count: masonry.ys.length, boxAt: (index) => getTileBox(masonry, index) });
  const [menu, setMenu] = useState<{ index: number; anchor: Element } | null>(null);

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { index, part } = getTileTarget(event.target);
    const item = index === undefined ? undefined : media.at(index);
    if (index === undefined || !item) return;
    if (part === 'menu') setMenu({ index, anchor: (event.target as Element).closest('button') ?? event.currentTarget });
    else if (part === 'check') pick(index, event.shiftKey);
    else if (part === 'open' && canSelect && (selection.ids.size > 0 || event.ctrlKey || event.metaKey)) pick(index, event.shiftKey);
    else if (part === 'open') onOpen(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { index, part } = getTileTarget(event.target);
    if (index === undefined || part !== 'open') return;
    if (event.key === ' ' && canSelect) {
      event.preventDefault();
      pick(index, event.shiftKey);
    }
    if (!ARROW_KEYS.has(event.key) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = getNextTile(masonry, index, event.key as ArrowKey);
    if (event.altKey && canOrder && next !== index) onPlace(idsFor(index), next > index ? next + 1 : next);
    setCurrent(next);
  };
  const hearts = new Set(favourites);
  const opened = menu && media.at(menu.index);
  return (
    <div className={styles.field} onPointerDown={rectangle.onPointerDown}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the events are those of the buttons in it */}
      <ul
        ref={element}
        className={styles.grid}
        style={{ height: masonry.height }}
        aria-label="Photos and videos"
        data-selecting={selection.ids.size > 0}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setCurrent(getTileTarget(target).index ?? current, { isFocused: true })}
        {...handlers}
      >
        {Array.from({ length: to - from }, (_, offset) => {
          const index = from + offset;
          const item = media.at(index);
          return (
            <MediaTile
              // Keyed by index, so that tiles of an arriving page are updated and not created again.
              key={index}
              media={item}
              index={index}
              {...getTileBox(masonry, index)}
              isSelected={item !== undefined && selection.ids.has(item._id)}
              isFavourite={item !== undefined && hearts.has(item._id)}
              isCurrent={index === current}
              canSelect={canSelect}
              canDrag={canSelect}
              hasMenu={menuOf !== undefined}
            />
          );
        })}
        {place !== null && <li className={styles.place} style={getDropMarkStyle(masonry, place)} aria-hidden="true" />}
        {rectangle.style && <li className={styles.rectangle} style={rectangle.style} aria-hidden="true" />}
      </ul>
      {media.error && <PartialLoadFailure onRetry={media.refetch} />}
      {opened && menuOf && (
        <Menu anchor={menu.anchor} isOpen onOpenChange={(isOpen) => !isOpen && setMenu(null)}>
          {menuOf(opened, menu.index)}
        </Menu>
      )}
    </div>
  );
}

function getDrawnRange(masonry: Masonry, top: number, bottom: number): { from: number; to: number } {
  const { from, to } = findTilesInRange(masonry, top - OVERSCAN, bottom + OVERSCAN);
  if (to - from <= TILES_MAX) return { from, to };
  const first = findTilesInRange(masonry, top, bottom).from;
  return { from: first, to: Math.min(to, first + TILES_MAX) };
}

/** A bar in the gap where something dropped now would go. */
function getDropMarkStyle(masonry: Masonry, place: number): React.CSSProperties {
  const isAtEnd = place >= masonry.ys.length;
  const box = getTileBox(masonry, isAtEnd ? masonry.ys.length - 1 : place);
  const x = isAtEnd ? box.x + box.width + masonry.gap / 2 : box.x - masonry.gap / 2;
  return { height: box.height, transform: `translate(${x - 2}px, ${box.y}px)` };
}

const NONE: AspectRatios = new Float32Array(0);

/** Laid out again only when the shapes or the width change: 100,000 tiles are a few milliseconds. */
function useMasonry(ratios: AspectRatios = NONE, width: number, columns: number, gap: number): Masonry {
  return useMemo(() => layoutMasonry(width > 0 ? ratios : NONE, width, columns, gap), [ratios, width, columns, gap]);
}
