import type { Media } from '@vitrine/contract/media';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Menu } from '../../../ui/menu.tsx';
import { formatMonth } from '../../media/capture-labels.ts';
import type { ArrowKey } from '../../media/masonry.ts';
import gridStyles from '../../media/parts/media-grid.module.css';
import { MediaTile, PartialLoadFailure } from '../../media/parts/media-tile.tsx';
import { ARROW_KEYS, getTileTarget, useFocusedTile, useScrollingAttribute, useViewport } from '../../media/use-grid.ts';
import type { Timeline } from '../api/timeline.ts';
import {
  findTimelineTiles,
  getNextTimelineTile,
  getTimelineTileBox,
  layoutTimeline,
  type TimelineLayout,
  type TimelineShape,
} from '../timeline-layout.ts';
import styles from './timeline.module.css';
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
  onOpen: (index: number) => void;
  /** Content of a tile's menu. */
  renderMenu: (media: Media) => ReactNode;
}

/** Rows of photos in their aspect ratios below the names of their months, with a scrubber to any month. */
export function TimelineGrid({ timeline, shape, onOpen, renderMenu }: TimelineGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const { width, top, bottom } = useViewport(element);
  useScrollingAttribute(element);
  const layout = useMemo(() => layoutTimeline(shape, getRowSizes(width)), [shape, width]);
  const { from, to } = getRenderedRange(layout, top, bottom);
  const { show } = timeline;
  useEffect(() => show(Math.max(0, from - PRELOADED_TILES), to + PRELOADED_TILES), [show, from, to]);
  const [current, setCurrent] = useFocusedTile(element, { count: layout.ys.length, boxAt: (index) => getTimelineTileBox(layout, index) });
  const [menu, setMenu] = useState<{ index: number; anchor: Element } | null>(null);

  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const { index, part } = getTileTarget(target);
    if (index === undefined || !timeline.at(index)) return;
    if (part === 'open') onOpen(index);
    if (part === 'menu') setMenu({ index, anchor: (target as Element).closest('button') ?? currentTarget });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { index, part } = getTileTarget(event.target);
    if (index === undefined || part !== 'open' || !ARROW_KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCurrent(getNextTimelineTile(layout, index, event.key as ArrowKey));
  };
  const opened = menu && timeline.at(menu.index);
  return (
    <div className={styles.field}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the handlers serve the buttons inside */}
      <div
        ref={element}
        className={gridStyles.grid}
        style={{ height: layout.height }}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setCurrent(getTileTarget(target).index ?? current, { isFocused: true })}
      >
        {width > 0 && <Months layout={layout} from={from} to={to} at={timeline.at} current={current} />}
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

interface MonthsProps {
  layout: TimelineLayout;
  from: number;
  to: number;
  at: (index: number) => Media | undefined;
  current: number;
}

/** Months with at least one rendered tile. */
function Months({ layout, from, to, at, current }: MonthsProps) {
  return layout.sections.map(({ month, start, count }, place) => {
    const [first, end] = [Math.max(from, start), Math.min(to, start + count)];
    if (first >= end) return null;
    const top = layout.tops[place] ?? 0;
    const title = formatMonth(month);
    return (
      <section key={month} className={styles.month} style={{ top }} aria-label={title}>
        <h2 className={styles.title}>{title}</h2>
        <ul className={styles.tiles} aria-label={`Photos and videos from ${title}`}>
          {Array.from({ length: end - first }, (_, offset) => {
            const index = first + offset;
            const box = getTimelineTileBox(layout, index);
            return (
              <MediaTile
                key={index}
                media={at(index)}
                index={index}
                {...box}
                y={box.y - top}
                isSelected={false}
                isFavourite={false}
                isCurrent={index === current}
                canSelect={false}
                canDrag={false}
              />
            );
          })}
        </ul>
      </section>
    );
  });
}
