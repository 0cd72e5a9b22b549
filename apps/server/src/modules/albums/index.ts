import type { FastifyInstance } from 'fastify';
import type { Live } from '../../platform/live/live.ts';
import { createAlbumLifecycle, type LifecycleDeps } from './albums.lifecycle.ts';
import { createAlbumNudges } from './albums.nudges.ts';
import { type AlbumsRoutesDeps, albumsRoutes } from './albums.routes.ts';
import { type AlbumsDeps, createAlbumsService } from './albums.service.ts';
import { binRoutes } from './bin.routes.ts';
import { type BinDeps, type BinService, createBinService } from './bin.service.ts';
import { createSearchService, type SearchDeps } from './search.service.ts';
import { sharingRoutes } from './sharing.routes.ts';
import { createSharingService, type SharingDeps, type SharingService } from './sharing.service.ts';

export { escapeLike } from './albums.read-model.ts';
export { searchText } from './search.read-model.ts';

type ModuleDeps = Omit<AlbumsDeps & LifecycleDeps & SharingDeps & BinDeps & SearchDeps, 'nudges' | 'read' | 'purge'> & { live: Live };
type RouteDeps = AlbumsRoutesDeps & { sharing: SharingService; bin: BinService };

export function createAlbumsModule(outer: ModuleDeps) {
  const deps = { ...outer, nudges: createAlbumNudges(outer.live) };
  const albums = createAlbumsService(deps);
  const lifecycle = createAlbumLifecycle(deps);
  const sharing = createSharingService({ ...deps, read: albums.read });
  const routeDeps: RouteDeps = {
    albums,
    sharing,
    search: createSearchService(deps),
    bin: createBinService({ ...deps, purge: lifecycle.purge }),
  };
  return {
    routes,
    routeDeps,
    housekeeping: lifecycle.housekeeping,
    createDefault: lifecycle.createDefault,
    contentChanged: lifecycle.contentChanged,
    mediaLeft: lifecycle.mediaLeft,
    removeOfAccount: lifecycle.removeOfAccount,
    join: sharing.join,
  };
}

async function routes(app: FastifyInstance, deps: RouteDeps): Promise<void> {
  await app.register(albumsRoutes, deps);
  await app.register(sharingRoutes, deps);
  await app.register(binRoutes, deps);
}
