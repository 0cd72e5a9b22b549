export { playlistsModule } from './module.ts';
export { hasMediaToShow, listPlayableItems, type PlayableItem } from './playable-items.read-model.ts';
export { playlistChanged, playlistDeleting } from './playlists.events.ts';
export { revokedAlbums } from './playlists.read-model.ts';
