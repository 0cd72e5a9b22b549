import type { FastifyInstance } from 'fastify';
import { provide } from '../../platform/ports.ts';
import { defineModule } from '../define-module.ts';
import { deployments } from '../devices/index.ts';
import { filesModule } from '../files/index.ts';
import { createForecastService } from './forecast.service.ts';
import { createRefreshHandler } from './manifest-invalidation.ts';
import { createManifestsService } from './manifests.service.ts';
import { listEndingAmong } from './moved-devices.store.ts';
import { publishPolicies } from './publishing.policies.ts';
import { createReactions } from './publishing.reactions.ts';
import { listActiveAmong, listPlaylistNames } from './publishing.read-model.ts';
import { publishingRoutes } from './publishing.routes.ts';
import { createPublishingService } from './publishing.service.ts';
import { screenRoutes } from './screens.routes.ts';

/** Playlists on devices, and what a screen plays because of them. */
export const publishingModule = defineModule({
  name: 'publishing',
  tables: {
    owned: ['publishes', 'playlist_contents'],
    read: ['organisation_members', 'files', 'albums', 'album_shares', 'media', 'playlists', 'playlist_albums', 'devices', 'screens'],
  },
  policies: publishPolicies,
  audited: { publish: 'publishes' },
  uses: { files: filesModule },
  accessCases: () => import('./publishing.access-cases.ts'),
  create(platform, { files }) {
    const { db } = platform;
    const manifests = createManifestsService(platform);
    const publishing = createPublishingService({ ...platform, manifests });
    const forecast = createForecastService(platform);
    return {
      face: { completeSync: manifests.complete },
      routes: async (app: FastifyInstance) => {
        await app.register(publishingRoutes, { publishing, forecast });
        await app.register(screenRoutes, { db, clock: platform.clock, manifests, sendFile: files.sendFile });
      },
      jobs: [createRefreshHandler({ ...platform, manifests })],
      reactions: createReactions(platform.queue, manifests),
      provides: [
        provide(deployments, {
          ofDevices: forecast.ofDevices,
          activeAmong: listActiveAmong,
          playlistNames: listPlaylistNames,
          endingAmong: listEndingAmong,
          playlistsOf: publishing.playlistsOf,
        }),
      ],
    };
  },
});
