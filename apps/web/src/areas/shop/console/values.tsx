import { useQuery } from '@tanstack/react-query';
import type { MasterValue } from '@vitrine/contract/posters';
import type { Column } from '../../../ui/data-table.tsx';
import { ListWithForm, useDeletionToasts } from '../../console/parts/list-with-form.tsx';
import { useDeleteValue } from '../api/poster-mutations.ts';
import { posterValuesOptions } from '../api/posters.ts';
import { formatDollars } from '../poster-options.ts';
import { ValueForm } from './poster-options.tsx';
import { getValueTypeLabel } from './value-words.ts';

const COLUMNS: Column<MasterValue>[] = [
  { head: 'Type', cell: ({ type }) => getValueTypeLabel(type) },
  { head: 'Name', cell: ({ name }) => name, isName: true },
  { head: 'Description', cell: ({ description }) => description || '–' },
  { head: 'Shipping charge', cell: ({ price }) => (price === null ? '–' : formatDollars(price)), isNumber: true },
];

/** What a poster can be made of, and what sending it costs. */
export function PosterOptionsPage() {
  const values = useQuery(posterValuesOptions());
  const remove = useDeleteValue(useDeletionToasts('Poster property deleted.'));
  return (
    <ListWithForm
      title="Poster"
      list={values}
      columns={COLUMNS}
      consequence="Customers can no longer choose this property. Properties in use can’t be deleted."
      deleteLabel="Delete property"
      remove={remove}
      form={(edited, onDone) => <ValueForm value={edited} onDone={onDone} />}
    />
  );
}
