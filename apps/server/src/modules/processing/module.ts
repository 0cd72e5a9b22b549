import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/database/database.ts';
import { albumsModule } from '../albums/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { filesModule } from '../files/index.ts';
import { createDocumentHandler } from './document.jobs.ts';
import { createImageHandler } from './image.jobs.ts';
import { createLiveVideoHandler } from './live-video.jobs.ts';
import { createMetadataHandler } from './metadata.jobs.ts';
import { createOfficeHandler } from './office.jobs.ts';
import { mediaProcessed, widgetDocuments } from './processing.events.ts';
import { createProcessingTasks } from './processing.jobs.ts';
import { createProcessingStatus } from './processing-status.service.ts';
import { createRegenerateHandler } from './regeneration.jobs.ts';
import { createVideoHandler } from './video.jobs.ts';
import { createVideo1080Handler, createVideo1080Task } from './video-1080.jobs.ts';
import { videoQueueRoutes } from './video-queue.routes.ts';
import { createVideoQueueService } from './video-queue.service.ts';
import { createWidgetHandler } from './widget.jobs.ts';

/** Processes originals of photos and videos: copies for screens, streams and metadata. */
export const processingModule = defineModule({
  name: 'processing',
  tables: { owned: ['video_progress'], read: ['users', 'files', 'media'] },
  events: [mediaProcessed],
  ports: [widgetDocuments],
  accessCases: () => import('./access-cases.ts'),
  uses: { albums: albumsModule, files: filesModule, entitlements: entitlementsModule },
  create(platform: Platform, { albums, files, entitlements }) {
    const deps = { ...platform, albums, files, entitlements };
    const status = createProcessingStatus(deps);
    const videoQueue = createVideoQueueService(deps, status);
    return {
      api: {
        /** Reports a media item that was playable when it was added. */
        notifyPlayable: (tx: Tx, mediaId: string): Promise<void> =>
          platform.emit(tx, mediaProcessed, { mediaIds: [mediaId], isReady: true }),
      },
      routes: async (app: FastifyInstance) => {
        await videoQueueRoutes(app, { videoQueue });
      },
      jobs: [
        createImageHandler(deps, status),
        createDocumentHandler(deps, files.derivatives, status),
        createOfficeHandler(deps, files.derivatives, status),
        createVideoHandler(deps, files.derivatives, status),
        createLiveVideoHandler(deps, files.derivatives, status),
        createVideo1080Handler(deps, files.derivatives, status),
        createRegenerateHandler(deps, files.derivatives, status),
        createMetadataHandler(deps),
        createWidgetHandler(deps, status),
      ],
      workerTasks: [...createProcessingTasks(deps, status), createVideo1080Task(deps)],
    };
  },
});
