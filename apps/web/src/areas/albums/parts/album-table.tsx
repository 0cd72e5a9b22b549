import type { Album, SortOrder } from '@vitrine/contract/albums';
import type { ReactNode } from 'react';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { type ListColumn, ListTable } from '../../../ui/list-table.tsx';
import { NamedCell } from '../../../ui/named-cell.tsx';
import { describeAlbum, getSharerName } from './album-words.ts';

export interface AlbumCells {
  picture: ReactNode;
  title: ReactNode;
  people: ReactNode;
  family: ReactNode;
  menu: ReactNode;
}

interface AlbumTableProps {
  albums: readonly Album[];
  isShared: boolean;
  partsOf: (album: Album) => AlbumCells;
  sort?: SortOrder | undefined;
  /** None where the order is not one's to choose, as in what a search found. */
  onSort?: ((sort: SortOrder) => void) | undefined;
}

/** Albums as rows, for those who compare. */
export function AlbumTable({ albums, isShared, partsOf, sort, onSort }: AlbumTableProps) {
  const columns: ListColumn<Album, SortOrder>[] = [
    {
      key: 'name',
      head: 'Name',
      sort: ['az', 'za'],
      cell: (album) => {
        const { picture, title, family } = partsOf(album);
        return <NamedCell picture={picture} title={title} badge={family} />;
      },
    },
    { key: 'items', head: 'Items', width: '22%', cell: describeAlbum },
    {
      key: 'size',
      head: 'Size',
      width: '6.5rem',
      isNumber: true,
      sort: ['sizeasc', 'sizedesc'],
      cell: ({ albumStorage }) => formatBytes(albumStorage),
    },
    { key: 'modified', head: 'Last modified', width: '8.25rem', cell: ({ updatedAt }) => formatDate(updatedAt) },
    isShared
      ? { key: 'from', head: 'From', width: '17%', cell: getSharerName }
      : { key: 'people', head: 'Shared with', width: '7.5rem', cell: (album) => partsOf(album).people },
  ];
  return (
    <ListTable
      label="Albums"
      rows={albums}
      columns={columns}
      nameOf={({ name }) => name}
      sort={sort}
      onSort={onSort}
      actions={(album) => partsOf(album).menu}
      actionsWidth="72px"
    />
  );
}
