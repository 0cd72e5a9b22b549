import type { Media } from '@vitrine/contract/media';
import { useRef } from 'react';
import { useViewport } from '../hooks/use-viewport.ts';
import { columnsFor, layoutMasonry } from '../masonry.ts';
import styles from './media-grid.module.css';
import { MediaTile } from './media-tile.tsx';

/** Drawn ahead of what is on screen, in pixels. */
const OVERSCAN = 900;

interface MediaGridProps {
  items: Media[];
  selected: ReadonlySet<string>;
  canSelect: boolean;
  onOpen: (index: number) => void;
  onPick: (id: string, isRange: boolean) => void;
}

/** Columns of pictures in their true shapes. Sizes come with the list, so nothing moves when they arrive. */
export function MediaGrid({ items, selected, canSelect, onOpen, onPick }: MediaGridProps) {
  const element = useRef<HTMLUListElement>(null);
  const { width, top, bottom } = useViewport(element);
  const gap = width < 560 ? 8 : 14;
  const { boxes, height } = layoutMasonry(items, width, columnsFor(width), gap);
  return (
    <ul ref={element} className={styles.grid} style={{ height }} aria-label="Photos and videos" data-selecting={selected.size > 0}>
      {width > 0 &&
        items.map((media, index) => {
          const box = boxes[index];
          if (!box || box.y + box.height < top - OVERSCAN || box.y > bottom + OVERSCAN) return null;
          return (
            <MediaTile
              key={media._id}
              media={media}
              box={box}
              isSelected={selected.has(media._id)}
              isSelecting={selected.size > 0}
              onOpen={() => onOpen(index)}
              onPick={canSelect ? (isRange) => onPick(media._id, isRange) : undefined}
            />
          );
        })}
    </ul>
  );
}
