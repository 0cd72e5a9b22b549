import { Link } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { countOf, formatBytes, formatDate } from '../../../lib/format.ts';
import { Card, CardGrid, Row, RowList } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MoreIcon, PencilIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { ViewMode } from '../../../ui/toolbar.tsx';
import { AlbumCover } from './album-cover.tsx';

interface AlbumListProps {
  albums: Album[];
  view: ViewMode;
  onRename: (album: Album) => void;
  onDelete: (album: Album) => void;
}

export function AlbumList({ albums, view, onRename, onDelete }: AlbumListProps) {
  const parts = (album: Album) => ({
    picture: <AlbumCover album={album} />,
    title: (
      <Link to="/main/media" search={{ albumId: album._id }}>
        {album.name}
      </Link>
    ),
    menu: <AlbumMenu album={album} onRename={onRename} onDelete={onDelete} />,
  });
  if (view === 'List') {
    return (
      <RowList label="Albums">
        {albums.map((album) => (
          <Row
            key={album._id}
            {...parts(album)}
            note={`${describe(album)} · ${formatBytes(album.albumStorage)} · ${formatDate(album.updatedAt)}`}
          />
        ))}
      </RowList>
    );
  }
  return (
    <CardGrid label="Albums">
      {albums.map((album) => (
        <Card key={album._id} {...parts(album)} note={describe(album)} />
      ))}
    </CardGrid>
  );
}

function describe({ imageCount, videoCount }: Album): string {
  const words = [imageCount > 0 && countOf(imageCount, 'photo'), videoCount > 0 && countOf(videoCount, 'video')].filter(Boolean);
  return words.join(', ') || 'Empty';
}

function AlbumMenu({ album, onRename, onDelete }: { album: Album } & Pick<AlbumListProps, 'onRename' | 'onDelete'>) {
  const { abilities } = album;
  if (!abilities.rename && !abilities.delete) return null;
  return (
    <Menu trigger={<IconButton label={`Actions for ${album.name}`} icon={<MoreIcon />} />}>
      {abilities.rename && (
        <MenuItem icon={<PencilIcon size={18} />} onSelect={() => onRename(album)}>
          Rename
        </MenuItem>
      )}
      {abilities.delete && (
        <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onDelete(album)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
