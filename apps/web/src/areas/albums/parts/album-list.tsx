import { Link } from '@tanstack/react-router';
import type { Album, SortOrder } from '@vitrine/contract/albums';
import type { ReactNode } from 'react';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { formatItemCounts } from '../../../lib/item-counts.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { MoreIcon, PencilIcon, ShareIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { AvatarStack } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Card, CardGrid, ListRow, RowList } from '../../../ui/card.tsx';
import { CloseIcon, InfoIcon } from '../../../ui/icons.tsx';
import { type ListColumn, ListTable, NamedCell } from '../../../ui/list-table.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { ViewMode } from '../../../ui/toolbar.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { OwnerBadge } from '../../families/parts/family-badge.tsx';
import { AlbumCover } from './album-cover.tsx';

/** Room for the columns of a table. */
const WIDE = '(min-width: 50rem)';

/** Actions of a card's menu, which the page handles. */
export type AlbumAction = 'details' | 'share' | 'rename' | 'delete' | 'remove';

interface AlbumListProps {
  albums: Album[];
  view: ViewMode;
  isShared: boolean;
  sort?: SortOrder | undefined;
  /** Called by the table heads; undefined when the order is fixed. */
  onSort?: ((sort: SortOrder) => void) | undefined;
  onAction: (action: AlbumAction, album: Album) => void;
}

export function AlbumList({ albums, view, isShared, sort, onSort, onAction }: AlbumListProps) {
  const hasColumns = useMediaQuery(WIDE);
  const partsOf = (album: Album): AlbumCells => ({
    picture: <AlbumCover album={album} />,
    title: (
      <Link to="/main/media" search={{ albumId: album._id, shared: isShared || undefined }}>
        {album.name}
      </Link>
    ),
    people: <MemberAvatars album={album} />,
    family: <OwnerBadge of={album} isOnPicture={view === 'Grid'} />,
    menu: <AlbumMenu album={album} onAction={onAction} />,
  });
  if (view === 'List' && hasColumns)
    return <AlbumTable albums={albums} isShared={isShared} partsOf={partsOf} sort={sort} onSort={onSort} />;
  if (view === 'List') {
    return (
      <RowList label="Albums">
        {albums.map((album) => (
          <ListRow
            key={album._id}
            {...toTableCells(partsOf(album))}
            note={`${describeAlbum(album)} · ${formatBytes(album.albumStorage)} · ${formatDate(album.updatedAt)}`}
          />
        ))}
      </RowList>
    );
  }
  return (
    <CardGrid label="Albums">
      {albums.map((album) => (
        <Card
          key={album._id}
          {...toTableCells(partsOf(album))}
          note={isShared ? `${describeAlbum(album)} · from ${getSharerName(album)}` : describeAlbum(album)}
        />
      ))}
    </CardGrid>
  );
}

const toTableCells = ({ people, family, ...parts }: AlbumCells) => ({
  ...parts,
  badge: (
    <>
      {people}
      {family}
    </>
  ),
});

function MemberAvatars({ album }: { album: Album }) {
  const people = [...album.sharedBy, ...album.sharedWith];
  if (people.length === 0) return null;
  return (
    <AvatarStack
      label="Shared with"
      faces={people.map(({ userId, name, profilePicture }) => ({ id: userId, name, ...getAvatarPicture(profilePicture, 85) }))}
    />
  );
}

function AlbumMenu({ album, onAction }: { album: Album; onAction: AlbumListProps['onAction'] }) {
  const { abilities } = album;
  const act = (name: AlbumAction) => () => onAction(name, album);
  return (
    <Menu trigger={<IconButton label={`Actions for ${album.name}`} icon={<MoreIcon />} />}>
      <MenuItem icon={<InfoIcon size={18} />} onSelect={act('details')}>
        View details
      </MenuItem>
      {abilities.share && (
        <MenuItem icon={<ShareIcon size={18} />} onSelect={act('share')}>
          Share
        </MenuItem>
      )}
      {abilities.rename && (
        <MenuItem icon={<PencilIcon size={18} />} onSelect={act('rename')}>
          Rename
        </MenuItem>
      )}
      {abilities.delete && (
        <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={act('delete')}>
          Delete
        </MenuItem>
      )}
      {abilities.leave && (
        <MenuItem icon={<CloseIcon size={18} />} isDanger onSelect={act('remove')}>
          Remove
        </MenuItem>
      )}
    </Menu>
  );
}

/** Returns the name of the person who shares the album. */
const getSharerName = (album: Album): string => album.sharedBy[0]?.name ?? 'someone';

/** `12 photos, 1 video` */
const describeAlbum = (album: Album): string => formatItemCounts(album) || 'Empty';

interface AlbumCells {
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
function AlbumTable({ albums, isShared, partsOf, sort, onSort }: AlbumTableProps) {
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
