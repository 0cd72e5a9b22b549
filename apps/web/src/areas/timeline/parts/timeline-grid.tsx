import type { Media } from '@vitrine/contract/media';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Menu } from '../../../ui/menu.tsx';
import type { ArrowKey } from '../../media/masonry.ts';
import gridStyles from '../../media/parts/media-grid.module.css';
import { PartialLoadFailure } from '../../media/parts/media-tile.tsx';
import { ARROW_KEYS, getTileTarget, useFocusedTile, useScrollingAttribute, useViewport } from '../../media/use-grid.ts';
import { useGridSelection } from '../../media/use-selection.ts';
import type { Timeline } from '../api/timeline.ts';
import {
  findTimelineTiles,
  findTimelineTilesInBox,
  getNextTimelineTile,
  getTimelineTileBox,
  layoutTimeline,
  type TimelineLayout,
  type TimelineShape,
} from '../timeline-layout.ts';
import type { TimelineFavourites } from '../use-timeline-favourites.ts';
import type { TimelineSelection } from '../use-timeline-selection.ts';
import { useTouchSelection } from '../use-touch-selection.ts';
import styles from './timeline.module.css';
import { TimelineMonths } from './timeline-months.tsx';
import { TimelineScrubber } from './timeline-scrubber.tsx';

/** Distance beyond the window in which tiles are rendered, in CSS pixels. */
const OVERSCAN = 500;
/** Maximum number of rendered tiles on any screen. */
const MAX_TILES = 300;
/** Number of tiles before and after the rendered ones whose data is loaded. */
const PRELOADED_TILES = 50;
const NARROW_WIDTH = 560;
const TITLE_HEIGHT = 52;

interface TimelineGridProps {
  timeline: Timeline;
  shape: TimelineShape;
  selection: TimelineSelection;
  favourites: TimelineFavourites;
  /** False while a dialog or preview is over the grid. */
  isActive: boolean;
  onOpen: (index: number) => void;
  /** Content of a tile's menu. */
  renderMenu: (media: Media) => ReactNode;
}

/** Rows of photos in their aspect ratios below the names of their months, with a scrubber to any month. */
export function TimelineGrid({ timeline, shape, selection, favourites, isActive, onOpen, renderMenu }: TimelineGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const { width, top, bottom } = useViewport(element);
  useScrollingAttribute(element);
  const layout = useMemo(() => layoutTimeline(shape, getRowSizes(width)), [shape, width]);
  const { from, to } = getRenderedRange(layout, top, bottom);
  const { show } = timeline;
  useEffect(() => show(Math.max(0, from - PRELOADED_TILES), to + PRELOADED_TILES), [show, from, to]);
  const [current, setCurrent] = useFocusedTile(element, { count: layout.ys.length, boxAt: (index) => getTimelineTileBox(layout, index) });
  const [menu, setMenu] = useState<{ index: number; anchor: Element } | null>(null);
  const idAt = (index: number) => timeline.at(index)?._id;
  const pick = (index: number, isRange: boolean) => {
    const id = idAt(index);
    if (id) void selection.pick(id, isRange);
  };
  const rectangle = useGridSelection({ element, findTiles: (box) => findTimelineTilesInBox(layout, box), idAt, selection, isActive });
  useTouchSelection({ element, idAt, selection });

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { index, part } = getTileTarget(event.target);
    if (index === undefined || !timeline.at(index)) return;
    const isSelecting = selection.ids.size > 0 || event.ctrlKey || event.metaKey;
    if (part === 'menu') setMenu({ index, anchor: (event.target as Element).closest('button') ?? event.currentTarget });
    else if (part === 'check' || (part === 'open' && isSelecting)) pick(index, event.shiftKey);
    else if (part === 'open') onOpen(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { index, part } = getTileTarget(event.target);
    if (index === undefined || part !== 'open') return;
    if (event.key === ' ') {
      event.preventDefault();
      pick(index, event.shiftKey);
    }
    if (!ARROW_KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCurrent(getNextTimelineTile(layout, index, event.key as ArrowKey));
  };
  const opened = menu && timeline.at(menu.index);
  return (
    <div className={styles.field} onPointerDown={rectangle.onPointerDown}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the handlers serve the buttons inside */}
      <div
        ref={element}
        className={gridStyles.grid}
        style={{ height: layout.height }}
        data-selecting={selection.ids.size > 0}
        data-touch-select=""
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setCurrent(getTileTarget(target).index ?? current, { isFocused: true })}
      >
        {width > 0 && (
          <TimelineMonths
            layout={layout}
            from={from}
            to={to}
            at={timeline.at}
            current={current}
            selection={selection}
            favourites={favourites}
          />
        )}
        {rectangle.style && <div className={gridStyles.rectangle} style={rectangle.style} aria-hidden="true" />}
      </div>
      <TimelineScrubber layout={layout} element={element} />
      {timeline.error && <PartialLoadFailure onRetry={timeline.refetch} />}
      {opened && (
        <Menu anchor={menu.anchor} isOpen onOpenChange={(isOpen) => !isOpen && setMenu(null)}>
          {renderMenu(opened)}
        </Menu>
      )}
    </div>
  );
}

const getRowSizes = (width: number) => ({
  width: Math.max(1, width),
  rowHeight: width < NARROW_WIDTH ? 112 : 200,
  gap: width < NARROW_WIDTH ? 4 : 8,
  titleHeight: TITLE_HEIGHT,
});

function getRenderedRange(layout: TimelineLayout, top: number, bottom: number): { from: number; to: number } {
  const { from, to } = findTimelineTiles(layout, top - OVERSCAN, bottom + OVERSCAN);
  if (to - from <= MAX_TILES) return { from, to };
  const first = findTimelineTiles(layout, top, bottom).from;
  return { from: first, to: Math.min(to, first + MAX_TILES) };
}
