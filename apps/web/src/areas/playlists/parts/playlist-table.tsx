import type { SortOrder } from '@vitrine/contract/albums';
import type { Playlist } from '@vitrine/contract/playlists';
import type { ReactNode } from 'react';
import { formatBytes, formatClock, formatDate } from '../../../lib/format.ts';
import { type ListColumn, ListTable } from '../../../ui/list-table.tsx';
import { NamedCell } from '../../../ui/named-cell.tsx';

interface PlaylistTableProps {
  playlists: readonly Playlist[];
  partsOf: (playlist: Playlist) => { picture: ReactNode; title: ReactNode; badge: ReactNode; menu: ReactNode };
  sort?: SortOrder | undefined;
  /** None where the order is not one's to choose, as in what a search found. */
  onSort?: ((sort: SortOrder) => void) | undefined;
}

/** Playlists as rows, for those who compare. */
export function PlaylistTable({ playlists, partsOf, sort, onSort }: PlaylistTableProps) {
  const columns: ListColumn<Playlist, SortOrder>[] = [
    { key: 'name', head: 'Name', sort: ['az', 'za'], cell: (playlist) => <NamedCell {...partsOf(playlist)} /> },
    { key: 'albums', head: 'Albums', width: '5.25rem', isNumber: true, cell: ({ albumArr }) => albumArr.length },
    { key: 'items', head: 'Items', width: '5.25rem', isNumber: true, cell: ({ itemCount }) => itemCount },
    { key: 'length', head: 'Duration', width: '6rem', isNumber: true, cell: ({ durationMs }) => formatClock(durationMs / 1000) },
    {
      key: 'size',
      head: 'Size',
      width: '6.5rem',
      isNumber: true,
      sort: ['sizeasc', 'sizedesc'],
      cell: ({ sizeBytes }) => formatBytes(sizeBytes),
    },
    { key: 'modified', head: 'Last modified', width: '8.25rem', cell: ({ updatedAt }) => formatDate(updatedAt) },
  ];
  return (
    <ListTable
      label="Playlists"
      rows={playlists}
      columns={columns}
      nameOf={({ name }) => name}
      sort={sort}
      onSort={onSort}
      actions={(playlist) => partsOf(playlist).menu}
      actionsWidth="72px"
    />
  );
}
