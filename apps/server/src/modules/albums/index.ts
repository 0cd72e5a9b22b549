import { albumsRoutes } from './albums.routes.ts';
import { type AlbumsDeps, createAlbumsService } from './albums.service.ts';

export function createAlbumsModule(deps: AlbumsDeps) {
  const albums = createAlbumsService(deps);
  return {
    routes: albumsRoutes,
    routeDeps: { albums },
    createDefault: albums.createDefault,
    contentChanged: albums.contentChanged,
    removeOfAccount: albums.removeOfAccount,
  };
}
