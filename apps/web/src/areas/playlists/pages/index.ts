/** One chunk for all pages about playlists: every further chunk costs each first view its name in the list of all files. */
export { AddAlbumPage } from './add-albums.tsx';
export { AlbumSequencePage } from './album-sequence.tsx';
export { PlaylistPreviewPage } from './playlist.tsx';
export { PlaylistsPage, PlaylistTablePage } from './playlists.tsx';
