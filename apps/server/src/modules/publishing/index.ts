import type { Tx } from '../../platform/database/database.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { createForecastService } from './forecast.service.ts';
import { createManifestsService } from './manifests.service.ts';
import { createRefreshHandler, refreshWalls } from './publishing.jobs.ts';
import { publishingRoutes } from './publishing.routes.ts';
import { createPublishingService, type PublishingDeps } from './publishing.service.ts';
import { deletePublishesOfPlaylist } from './publishing.store.ts';
import { type ScreenRoutesDeps, screenRoutes } from './screens.routes.ts';

export function createPublishingModule(deps: Omit<PublishingDeps & ScreenRoutesDeps, 'manifests'> & { queue: Queue; live: Live }) {
  const manifests = createManifestsService(deps);
  const publishing = createPublishingService({ ...deps, manifests });
  const forecast = createForecastService(deps);
  const walls = refreshWalls(deps.queue);
  return {
    routes: publishingRoutes,
    routeDeps: { publishing, forecast },
    forecastsOf: forecast.ofDevices,
    screenRoutes,
    screenDeps: { db: deps.db, manifests, sendFile: deps.sendFile },
    jobs: [createRefreshHandler(deps.db, manifests)],
    deviceChanged: (tx: Tx, deviceId: string) => manifests.raise(tx, [deviceId]),
    deviceRemoved: manifests.clear,
    albumChanged: walls.ofAlbum,
    /** An album left the playlists it is in, or is back: it goes, or somebody may not show it any more. */
    albumListChanged: walls.ofPlaylistsWith,
    playlistChanged: walls.ofPlaylist,
    /** The playlist goes: its publishes first, and the walls that showed it hear of it. */
    async removePlaylist(tx: Tx, playlistId: string): Promise<void> {
      const deleted = await deletePublishesOfPlaylist(tx, playlistId);
      await manifests.raise(
        tx,
        deleted.map((row) => row.device_id),
      );
    },
  };
}
