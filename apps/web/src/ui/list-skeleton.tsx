import { CardGrid, RowList } from './card.tsx';
import { Skeleton } from './skeleton.tsx';
import type { ViewMode } from './toolbar.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Cards or rows before their content is there. */
export function ListSkeleton({ view = 'Grid', minWidth, ratio = '4 / 3' }: { view?: ViewMode; minWidth?: number; ratio?: string }) {
  const isGrid = view === 'Grid';
  const items = PLACES.map((place) => (
    <li key={place}>
      <Skeleton style={isGrid ? { aspectRatio: ratio } : { height: 52, margin: '6px 0' }} />
      {isGrid && <Skeleton style={{ height: 16, width: '60%', marginTop: 12, borderRadius: 6 }} />}
    </li>
  ));
  return (
    <>
      <VisuallyHidden as="output">Loading</VisuallyHidden>
      {isGrid ? (
        <CardGrid label="Loading" minWidth={minWidth}>
          {items}
        </CardGrid>
      ) : (
        <RowList label="Loading">{items}</RowList>
      )}
    </>
  );
}
