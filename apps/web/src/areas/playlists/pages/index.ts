/** All pages about playlists in one chunk, because each chunk adds its name to the first script. */
export { AddAlbumPage } from './add-albums.tsx';
export { AlbumSequencePage } from './album-sequence.tsx';
export { LayoutPage } from './layout.tsx';
export { PlaylistPreviewPage } from './playlist.tsx';
export { PlaylistsPage, PlaylistTablePage } from './playlists.tsx';
