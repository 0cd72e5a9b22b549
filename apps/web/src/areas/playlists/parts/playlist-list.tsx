import { Link } from '@tanstack/react-router';
import type { SortOrder } from '@vitrine/contract/albums';
import type { Playlist } from '@vitrine/contract/playlists';
import type { ReactNode } from 'react';
import { formatBytes, formatClock, formatCount, formatDate } from '../../../lib/format.ts';
import { MoreIcon, PlayIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Card, CardGrid, ListRow, RowList } from '../../../ui/card.tsx';
import { InfoIcon } from '../../../ui/icons.tsx';
import { type ListColumn, ListTable, NamedCell } from '../../../ui/list-table.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { ViewMode } from '../../../ui/toolbar.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { FamilyBadge } from '../../families/parts/family-badge.tsx';
import { PlaylistCover } from './playlist-cover.tsx';

/** Minimum window width for the columns of the table. */
const TABLE_QUERY = '(min-width: 50rem)';

/** Actions of a card's menu, which the page handles. */
export type PlaylistAction = 'open' | 'details' | 'delete';

interface PlaylistListProps {
  playlists: Playlist[];
  view: ViewMode;
  sort?: SortOrder | undefined;
  /** Called by the table heads; undefined when the order is fixed. */
  onSort?: ((sort: SortOrder) => void) | undefined;
  onAction: (action: PlaylistAction, playlist: Playlist) => void;
}

export function PlaylistList({ playlists, view, sort, onSort, onAction }: PlaylistListProps) {
  const hasColumns = useMediaQuery(TABLE_QUERY);
  const getCardProps = (playlist: Playlist) => ({
    picture: <PlaylistCover playlist={playlist} />,
    badge: <FamilyBadge of={playlist} isOnPicture={view === 'Grid'} />,
    title: (
      <Link to="/main/playlistpreview" search={{ playlistId: playlist._id }}>
        {playlist.name}
      </Link>
    ),
    menu: <PlaylistMenu playlist={playlist} onAction={onAction} />,
  });
  if (view === 'List' && hasColumns) return <PlaylistTable playlists={playlists} getCardProps={getCardProps} sort={sort} onSort={onSort} />;
  if (view === 'List') {
    return (
      <RowList label="Playlists">
        {playlists.map((playlist) => (
          <ListRow
            key={playlist._id}
            {...getCardProps(playlist)}
            note={`${describePlaylist(playlist, true)} · ${formatDate(playlist.updatedAt)}`}
          />
        ))}
      </RowList>
    );
  }
  return (
    <CardGrid label="Playlists">
      {playlists.map((playlist) => (
        <Card key={playlist._id} {...getCardProps(playlist)} note={describePlaylist(playlist, true)} />
      ))}
    </CardGrid>
  );
}

function PlaylistMenu({ playlist, onAction }: { playlist: Playlist; onAction: PlaylistListProps['onAction'] }) {
  return (
    <Menu trigger={<IconButton label={`Actions for ${playlist.name}`} icon={<MoreIcon />} />}>
      <MenuItem icon={<PlayIcon size={18} />} onSelect={() => onAction('open', playlist)}>
        Open
      </MenuItem>
      <MenuItem icon={<InfoIcon size={18} />} onSelect={() => onAction('details', playlist)}>
        View Details
      </MenuItem>
      {playlist.abilities.delete && (
        <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onAction('delete', playlist)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}

interface PlaylistTableProps {
  playlists: readonly Playlist[];
  getCardProps: (playlist: Playlist) => { picture: ReactNode; title: ReactNode; badge: ReactNode; menu: ReactNode };
  sort?: SortOrder | undefined;
  /** Undefined when the order is fixed, as in search results. */
  onSort?: ((sort: SortOrder) => void) | undefined;
}

/** Playlists as a table that can be sorted. */
function PlaylistTable({ playlists, getCardProps, sort, onSort }: PlaylistTableProps) {
  const columns: ListColumn<Playlist, SortOrder>[] = [
    { key: 'name', head: 'Name', sort: ['az', 'za'], cell: (playlist) => <NamedCell {...getCardProps(playlist)} /> },
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
      actions={(playlist) => getCardProps(playlist).menu}
      actionsWidth="72px"
    />
  );
}

/** Describes a playlist, such as `12 items · 1:05`, optionally with its size. */
export function describePlaylist({ itemCount, durationMs, sizeBytes }: Playlist, withSize = false): string {
  if (itemCount === 0) return 'Empty';
  const parts = [formatCount(itemCount, 'item'), formatClock(durationMs / 1000), ...(withSize ? [formatBytes(sizeBytes)] : [])];
  // Break lines between the parts, never between a number and its unit.
  return parts.map((part) => part.replace(' ', '\u00a0')).join(' · ');
}
