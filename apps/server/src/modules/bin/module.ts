import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { albumDeleting, albumPurging, albumRestored, albumsModule } from '../albums/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { filesModule } from '../files/index.ts';
import { playlistBin } from './bin.events.ts';
import { createBinTasks } from './bin.jobs.ts';
import { binRoutes } from './bin.routes.ts';
import { createBinOperations, createBinService } from './bin.service.ts';

/** Deleted media, albums and playlists, which can be restored for a limited time. */
export const binModule = defineModule({
  name: 'bin',
  tables: { owned: [], read: ['albums', 'binned_media', 'files'] },
  ports: [playlistBin],
  accessCases: () => import('./access-cases.ts'),
  uses: { albums: albumsModule, files: filesModule },
  create(platform: Platform, { albums, files }) {
    const deps = { ...platform, albums, files };
    const bin = createBinOperations(deps);
    return {
      api: {},
      routes: async (app: FastifyInstance) => {
        await binRoutes(app, { bin: createBinService(deps, bin) });
      },
      workerTasks: createBinTasks(deps, bin),
      reactions: [
        on(albumDeleting, (tx, { albumId }) => bin.moveAlbumToBin(tx, albumId)),
        on(albumRestored, (tx, { albumId }) => bin.restoreAlbum(tx, albumId)),
        on(albumPurging, (tx, { albumId }) => bin.deleteAlbumMedia(tx, albumId)),
      ],
    };
  },
});
