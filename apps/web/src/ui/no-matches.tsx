import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { SearchIcon } from './icons.tsx';

/** A search or a filter that finds nothing, with the way back to everything. */
export function NoMatches({ title, onClear, label = 'Clear search' }: { title: string; onClear: () => void; label?: string }) {
  return <EmptyState icon={<SearchIcon size={26} />} title={title} action={<Button onClick={onClear}>{label}</Button>} />;
}
