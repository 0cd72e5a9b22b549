export { playlistsModule } from './module.ts';
export { hasMediaToShow, listPlayableItems, type PlayableItem } from './playable-items.read-model.ts';
export { playlistChanged, playlistDeleting, playlistRestored } from './playlists.events.ts';
export { countRevokedAlbums } from './playlists.read-model.ts';
