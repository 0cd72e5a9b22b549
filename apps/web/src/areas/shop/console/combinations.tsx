import { useQuery } from '@tanstack/react-query';
import type { PosterCombination } from '@vitrine/contract/posters';
import type { Column } from '../../../ui/data-table.tsx';
import { ListWithForm, useDeletionToasts } from '../../console/parts/list-with-form.tsx';
import { useDeleteCombination } from '../api/poster-mutations.ts';
import { allCombinationsOptions, posterValuesOptions } from '../api/posters.ts';
import { formatDollars } from '../poster-options.ts';
import { CombinationForm } from './poster-prices.tsx';

const COLUMNS: Column<PosterCombination>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Orientation', cell: ({ orientationId }) => orientationId.name, isWhole: true },
  { head: 'Size', cell: ({ sizeId }) => sizeId.name, isWhole: true },
  { head: 'Paper stock', cell: ({ paperStockId }) => paperStockId.name },
  { head: 'Lamination', cell: ({ laminationId }) => laminationId.name },
  { head: 'Price', cell: ({ price }) => formatDollars(price), isNumber: true },
];

/** The ways a poster can be made, each with its price. */
export function PosterPricePage() {
  const combinations = useQuery(allCombinationsOptions());
  const values = useQuery(posterValuesOptions());
  const remove = useDeleteCombination(useDeletionToasts('Poster price deleted.'));
  return (
    <ListWithForm
      title="Poster Price"
      list={{
        data: combinations.data,
        isLoadingError: combinations.isLoadingError || values.isLoadingError,
        error: combinations.error ?? values.error,
        refetch: () => Promise.all([combinations.refetch(), values.refetch()]),
      }}
      columns={COLUMNS}
      consequence="Customers can no longer order this option. Existing orders don’t change."
      deleteLabel="Delete price"
      remove={remove}
      form={(edited, onDone) => values.data && <CombinationForm values={values.data} combination={edited} onDone={onDone} />}
    />
  );
}
