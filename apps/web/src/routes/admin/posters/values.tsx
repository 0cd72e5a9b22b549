import { useQuery } from '@tanstack/react-query';
import type { MasterValue } from '@vitrine/contract/posters';
import { useDeleteValue } from '../../../features/posters/api/poster-mutations.ts';
import { posterValuesOptions } from '../../../features/posters/api/posters.ts';
import { ValueForm } from '../../../features/posters/components/value-form.tsx';
import { formatDollars } from '../../../features/posters/poster-choice.ts';
import { getValueTypeLabel } from '../../../features/posters/value-words.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { ListWithForm } from './list-and-form.tsx';
import { useDeletionToasts } from './use-said.ts';

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
      consequence="It can no longer be chosen. What poster prices or orders use cannot be deleted."
      remove={remove}
      form={(edited, onDone) => <ValueForm value={edited} onDone={onDone} />}
    />
  );
}
