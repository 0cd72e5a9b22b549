import type { Media } from '@vitrine/contract/media';
import { formatMonth } from '../../media/capture-labels.ts';
import { MediaTile } from '../../media/parts/media-tile.tsx';
import { getTimelineTileBox, type TimelineLayout } from '../timeline-layout.ts';
import type { TimelineFavourites } from '../use-timeline-favourites.ts';
import type { TimelineSelection } from '../use-timeline-selection.ts';
import styles from './timeline.module.css';

interface TimelineMonthsProps {
  layout: TimelineLayout;
  from: number;
  to: number;
  at: (index: number) => Media | undefined;
  /** Index of the grid's Tab stop. */
  current: number;
  selection: TimelineSelection;
  favourites: TimelineFavourites;
}

/** Months with at least one rendered tile. */
export function TimelineMonths({ layout, from, to, at, current, selection, favourites }: TimelineMonthsProps) {
  return layout.sections.map(({ month, start, count }, place) => {
    const [first, end] = [Math.max(from, start), Math.min(to, start + count)];
    if (first >= end) return null;
    const top = layout.tops[place] ?? 0;
    const title = formatMonth(month);
    return (
      <section key={month} className={styles.month} style={{ top }} aria-label={title}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          <label className={styles.pick}>
            <input
              type="checkbox"
              aria-label={`Select all of ${title}`}
              checked={selection.isPeriodSelected(month)}
              onChange={() => void selection.togglePeriod(month)}
            />
          </label>
        </div>
        <ul className={styles.tiles} aria-label={`Photos and videos from ${title}`}>
          {Array.from({ length: end - first }, (_, offset) => {
            const index = first + offset;
            const box = getTimelineTileBox(layout, index);
            const media = at(index);
            return (
              <MediaTile
                key={index}
                media={media}
                index={index}
                {...box}
                y={box.y - top}
                isSelected={media !== undefined && selection.ids.has(media._id)}
                isFavourite={media !== undefined && favourites.has(media._id)}
                isCurrent={index === current}
                canSelect
                canDrag={false}
              />
            );
          })}
        </ul>
      </section>
    );
  });
}
