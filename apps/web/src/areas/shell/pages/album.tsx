import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { albumOptions } from '../../albums/api/albums.ts';
import { AlbumPage } from '../../albums/pages/album.tsx';
import { AddToPlaylistDialog } from '../../playlists/parts/playlist-picker.tsx';

/** The page of an album, with the dialog that adds the album to a playlist. */
export function AlbumWithPlaylistsPage() {
  const { albumId } = useSearch({ from: '/main/media' });
  const { data: album } = useQuery(albumOptions(albumId));
  return <AlbumPage>{album && <AddToPlaylistDialog album={album} />}</AlbumPage>;
}
