import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { provide } from '../../platform/ports.ts';
import type { OwnerRow, Policies } from '../access/index.ts';
import { defineModule } from '../define-module.ts';
import { deployments } from '../devices/index.ts';
import { filesModule } from '../files/index.ts';
import { selectOwnersAndMembers } from '../organisations/index.ts';
import { bulkPublishRoutes } from './bulk/bulk-publishes.routes.ts';
import { createBulkPublishesService } from './bulk/bulk-publishes.service.ts';
import { createForecastService } from './forecast.service.ts';
import { createManifestInvalidation, createRefreshHandler } from './manifest-invalidation.ts';
import { createManifestsService } from './manifests.service.ts';
import { listPublishesLostByTransfer } from './ownership-changes.store.ts';
import { createPublishHistoryService } from './publish-history.service.ts';
import { screenDownloads, waitingPublishesDropped } from './publishing.events.ts';
import { createPublishingReactions } from './publishing.reactions.ts';
import { listActiveDevices, listShownPlaylists } from './publishing.read-model.ts';
import { publishingRoutes } from './publishing.routes.ts';
import { createPublishingService } from './publishing.service.ts';
import { createSchedulePreviewService } from './schedule-preview.service.ts';
import { screenManifestRoutes } from './screen-manifests.routes.ts';
import { createTagPublishesService } from './tag-publishes.service.ts';
import { createCatchUpTask, createWaitingPublishesHandler } from './waiting-publishes.jobs.ts';
import { createWaitingPublishesService } from './waiting-publishes.service.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'publish.update': true;
  }
}

const CLEANUP_INTERVAL_MS = 3_600_000;

/** A publish belongs to the owner of its device. */
export const publishPolicies: Policies = {
  'publish.update': (ids) => sql<OwnerRow>`
      select publishes.id, people.user_id as "ownerId", people.is_guest as "isGuest"
      from publishes join devices on devices.id = publishes.device_id cross join lateral ${selectOwnersAndMembers('devices')} as people
      where publishes.id = any(${ids}::uuid[])`,
};

/** Publishes of playlists on devices, and the manifests that screens play. */
export const publishingModule = defineModule({
  name: 'publishing',
  tables: {
    owned: [
      'publishes',
      'tag_publishes',
      'waiting_publishes',
      'playlist_contents',
      'playlist_sources',
      'binned_publishes',
      'removed_publishes',
      'publish_changes',
      'publish_snapshots',
      'shown_reports',
      'playlist_availability',
    ],
    read: [
      'users',
      'organisation_members',
      'files',
      'albums',
      'album_shares',
      'media',
      'sources',
      'widget_sources',
      'playlists',
      'playlist_albums',
      'devices',
      'device_tags',
      'tagged_devices',
      'screens',
    ],
  },
  events: [waitingPublishesDropped],
  ports: [screenDownloads],
  policies: publishPolicies,
  auditedTables: { publish: 'publishes' },
  uses: { files: filesModule },
  accessCases: () => import('./access-cases.ts'),
  create(platform, { files }) {
    const { db } = platform;
    const manifests = createManifestsService(platform);
    const publishing = createPublishingService({ ...platform, manifests });
    const invalidate = createManifestInvalidation(platform.queue);
    const tagPublishes = createTagPublishesService({ ...platform, manifests, invalidate });
    const waitingPublishes = createWaitingPublishesService({ ...platform, manifests });
    const forecast = createForecastService(platform);
    const preview = createSchedulePreviewService(platform);
    const history = createPublishHistoryService(platform);
    const bulk = createBulkPublishesService({ ...platform, manifests, waitingPublishes });
    return {
      api: { completeSync: manifests.addContents },
      routes: async (app: FastifyInstance) => {
        await publishingRoutes(app, { publishing, tagPublishes, waitingPublishes, forecast, preview, history });
        await bulkPublishRoutes(app, { bulk });
        await screenManifestRoutes(app, {
          db,
          clock: platform.clock,
          manifests,
          sendFile: files.sendFile,
          downloads: () => platform.port(screenDownloads),
        });
      },
      workerTasks: [
        { name: 'publishing.removals', everyMs: CLEANUP_INTERVAL_MS, run: bulk.deleteExpiredRemovals },
        { name: 'publishing.history', everyMs: CLEANUP_INTERVAL_MS, run: history.maintain },
        createCatchUpTask(platform),
      ],
      jobs: [createRefreshHandler({ ...platform, manifests }), createWaitingPublishesHandler(waitingPublishes.publishWaiting)],
      reactions: createPublishingReactions({ history, manifests, tagPublishes, waitingPublishes, invalidate }),
      portProviders: [
        provide(deployments, {
          listByDevice: forecast.listByDevice,
          listActiveDevices,
          listShownPlaylists,
          listEndingPlaylists: listPublishesLostByTransfer,
          listDevicePlaylists: publishing.listDevicePlaylists,
        }),
      ],
    };
  },
});
