import { playlistsRoutes } from './playlists.routes.ts';
import { createPlaylistsService, type PlaylistsDeps } from './playlists.service.ts';

export { listPlayableItems } from './playable-items.read-model.ts';

export function createPlaylistsModule(deps: PlaylistsDeps) {
  const playlists = createPlaylistsService(deps);
  return { routes: playlistsRoutes, routeDeps: { playlists }, mediaLeft: playlists.mediaLeft, albumPurging: playlists.albumPurging };
}
