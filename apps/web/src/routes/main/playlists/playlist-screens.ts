/** One file for all screens about playlists: each one more would cost every first view its name in the list of all files. */
export { AddAlbumScreen } from './add-album.tsx';
export { AlbumSequenceScreen } from './album-sequence.tsx';
export { PlaylistPreviewScreen } from './playlist-preview.tsx';
export { PlaylistRowsScreen, PlaylistsScreen } from './playlists.tsx';
