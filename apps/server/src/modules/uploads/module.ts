import type { FastifyInstance } from 'fastify';
import { albumsModule } from '../albums/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { filesModule } from '../files/index.ts';
import { mediaModule } from '../media/index.ts';
import { processingModule } from '../processing/index.ts';
import { transfersModule } from '../transfers/index.ts';
import { createContentService } from './content.service.ts';
import { createIngest } from './ingest.service.ts';
import { createStreamUploads } from './stream-uploads.service.ts';
import { tusRoutes } from './tus.routes.ts';
import { createTusServer } from './tus-server.ts';
import { createUploadTasks } from './uploads.jobs.ts';
import { uploadRoutes } from './uploads.routes.ts';
import { createUploadsService } from './uploads.service.ts';

/** The entry points for bytes: multipart, tus, streams of other protocols, and content that the server makes. */
export const uploadsModule = defineModule({
  name: 'uploads',
  tables: { owned: ['resumable_uploads'], read: [] },
  uses: { albums: albumsModule, files: filesModule, media: mediaModule, processing: processingModule, transfers: transfersModule },
  accessCases: () => import('./access-cases.ts'),
  create(platform: Platform, { albums, files, media, processing, transfers }) {
    const { reservations } = albums;
    const store = createIngest({ ...platform, albums, media });
    const tus = createTusServer(platform, store, reservations);
    const uploads = createUploadsService(platform, store, reservations);
    return {
      api: {
        /** One file of one request; answers what it became. */
        store: uploads.store,
        contents: createContentService({ ...platform, albums, files, media, processing, transfers }),
        /** The way in for protocols that bring one file as a stream. */
        beginStream: createStreamUploads(platform, store, reservations),
      },
      routes: async (app: FastifyInstance) => {
        await app.register(uploadRoutes, { uploads });
        await app.register(tusRoutes, { tus });
      },
      workerTasks: createUploadTasks(platform, tus),
    };
  },
});

export type UploadsApi = ModuleApi<typeof uploadsModule>;
