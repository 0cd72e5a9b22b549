import type { FastifyInstance } from 'fastify';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { filesModule } from '../files/index.ts';
import { zipRoutes } from './zip.routes.ts';
import { createZipDownloads } from './zip.service.ts';

const HOUR_MS = 60 * 60_000;

/** Downloads of several media of an album as one zip file. */
export const downloadsModule = defineModule({
  name: 'downloads',
  tables: { owned: ['zip_tickets'], read: ['albums', 'files', 'media'] },
  accessCases: () => import('./access-cases.ts'),
  uses: { files: filesModule },
  create(platform: Platform, { files }) {
    const zips = createZipDownloads({ ...platform, files });
    return {
      api: { packAlbum: zips.packAlbum },
      routes: async (app: FastifyInstance) => {
        await zipRoutes(app, { zips });
      },
      workerTasks: [{ name: 'media.zips', everyMs: HOUR_MS, run: zips.deleteExpiredTokens }],
    };
  },
});

export type DownloadsApi = ModuleApi<typeof downloadsModule>;
