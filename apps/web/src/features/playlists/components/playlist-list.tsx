import { Link } from '@tanstack/react-router';
import type { Playlist } from '@vitrine/contract/playlists';
import { countOf, formatBytes } from '../../../lib/format.ts';
import { pictureSet, pictureUrl } from '../../../lib/picture-url.ts';
import { Card, CardGrid, Row, RowList } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MoreIcon, PencilIcon, PlaylistIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Picture } from '../../../ui/picture.tsx';
import type { ViewMode } from '../../../ui/toolbar.tsx';
import styles from './playlist-list.module.css';

const COVER = { width: 320, height: 240 };

interface PlaylistListProps {
  playlists: Playlist[];
  view: ViewMode;
  onEdit: (playlist: Playlist) => void;
  onDelete: (playlist: Playlist) => void;
}

export function PlaylistList({ playlists, view, onEdit, onDelete }: PlaylistListProps) {
  const partsOf = (playlist: Playlist) => ({
    picture: <PlaylistCover playlist={playlist} />,
    title: (
      <Link to="/main/playlistpreview" search={{ playlistId: playlist._id }}>
        {playlist.name}
      </Link>
    ),
    note: playlist.itemCount > 0 ? `${countOf(playlist.itemCount, 'item')} · ${formatBytes(playlist.sizeBytes)}` : 'Empty',
    menu: (
      <Menu trigger={<IconButton label={`Actions for ${playlist.name}`} icon={<MoreIcon />} />}>
        <MenuItem icon={<PencilIcon size={18} />} onSelect={() => onEdit(playlist)}>
          Edit
        </MenuItem>
        <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onDelete(playlist)}>
          Delete
        </MenuItem>
      </Menu>
    ),
  });
  if (view === 'List') {
    return (
      <RowList label="Playlists">
        {playlists.map((playlist) => (
          <Row key={playlist._id} {...partsOf(playlist)} />
        ))}
      </RowList>
    );
  }
  return (
    <CardGrid label="Playlists">
      {playlists.map((playlist) => (
        <Card key={playlist._id} {...partsOf(playlist)} />
      ))}
    </CardGrid>
  );
}

function PlaylistCover({ playlist }: { playlist: Playlist }) {
  const key = playlist.thumbnail?.key ?? playlist.albumArr.find((entry) => entry.albumId.thumbnail)?.albumId.thumbnail?.key;
  if (!key) {
    return (
      <span className={styles.empty}>
        <PlaylistIcon size={30} strokeWidth={1.2} />
      </span>
    );
  }
  return <Picture src={pictureUrl(key, COVER)} srcSet={pictureSet(key, COVER)} alt="" fallback={<PlaylistIcon size={30} />} />;
}
