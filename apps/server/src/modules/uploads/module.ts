import type { FastifyInstance } from 'fastify';
import { defineModule, type FaceOf, type Platform } from '../define-module.ts';
import { mediaModule } from '../media/index.ts';
import { createStreamUploads } from './stream-uploads.ts';
import { tusRoutes } from './tus.routes.ts';
import { createTus } from './tus.ts';
import { createHousekeeping } from './uploads.housekeeping.ts';
import { uploadRoutes } from './uploads.routes.ts';
import { createUploads } from './uploads.service.ts';
import { createStore } from './uploads.storing.ts';

/** The ways in for bytes: multipart, tus, and streams of other protocols. All end in one store. */
export const uploadsModule = defineModule({
  name: 'uploads',
  tables: { owned: ['resumable_uploads'], read: [] },
  uses: { media: mediaModule },
  accessCases: () => import('./uploads.access-cases.ts'),
  create(platform: Platform, { media }) {
    const deps = { ...platform, media };
    const store = createStore(deps);
    const tus = createTus(deps, store, media.reservations);
    const uploads = createUploads(deps, store, media.reservations);
    return {
      face: {
        /** One file of one request; answers what it became. */
        store: uploads.store,
        /** The way in for protocols that bring one file as a stream. */
        beginStream: createStreamUploads(deps, store, media.reservations),
      },
      routes: async (app: FastifyInstance) => {
        await app.register(uploadRoutes, { uploads });
        await app.register(tusRoutes, { tus });
      },
      housekeeping: createHousekeeping(deps, tus),
    };
  },
});

export type UploadsFace = FaceOf<typeof uploadsModule>;
