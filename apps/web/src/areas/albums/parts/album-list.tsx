import { Link } from '@tanstack/react-router';
import type { Album, SortOrder } from '@vitrine/contract/albums';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { MoreIcon, PencilIcon, ShareIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { AvatarStack } from '../../../ui/avatar-stack.tsx';
import { Card, CardGrid, Row, RowList } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon, InfoIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { ViewMode } from '../../../ui/toolbar.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { FamilyBadge } from '../../families/parts/family-badge.tsx';
import { AlbumCover } from './album-cover.tsx';
import { type AlbumCells, AlbumTable } from './album-table.tsx';
import { describeAlbum, getSharerName } from './album-words.ts';

/** Room for the columns of a table. */
const WIDE = '(min-width: 50rem)';

/** What a card's menu can ask for; the page answers. */
export type AlbumAction = 'details' | 'share' | 'rename' | 'delete' | 'remove';

interface AlbumListProps {
  albums: Album[];
  view: ViewMode;
  isShared: boolean;
  sort?: SortOrder | undefined;
  /** By the heads of the table; none where the order is not one's to choose. */
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
    family: <FamilyBadge of={album} isOnPicture={view === 'Grid'} />,
    menu: <AlbumMenu album={album} onAction={onAction} />,
  });
  if (view === 'List' && hasColumns)
    return <AlbumTable albums={albums} isShared={isShared} partsOf={partsOf} sort={sort} onSort={onSort} />;
  if (view === 'List') {
    return (
      <RowList label="Albums">
        {albums.map((album) => (
          <Row
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
