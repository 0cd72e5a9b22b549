import { CardGrid, RowList } from './card.tsx';
import { Skeleton } from './skeleton.tsx';
import type { ViewMode } from './toolbar.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Skeleton of cards or rows. */
export function ListSkeleton({ view = 'Grid', minWidth, ratio = '4 / 3' }: { view?: ViewMode; minWidth?: number; ratio?: string }) {
  return (
    <>
      <VisuallyHidden as="output">Loading</VisuallyHidden>
      {view === 'Grid' ? (
        <CardGrid label="Loading" minWidth={minWidth}>
          {PLACES.map((place) => (
            <CardSkeleton key={place} ratio={ratio} />
          ))}
        </CardGrid>
      ) : (
        <RowList label="Loading">
          {PLACES.map((place) => (
            <li key={place}>
              <Skeleton style={{ height: 52, margin: '6px 0' }} />
            </li>
          ))}
        </RowList>
      )}
    </>
  );
}

/** Skeleton of a card in a grid. */
export const CardSkeleton = ({ ratio }: { ratio: string }) => (
  <li>
    <Skeleton style={{ aspectRatio: ratio }} />
    <Skeleton style={{ height: 16, width: '60%', marginTop: 12, borderRadius: 6 }} />
  </li>
);
