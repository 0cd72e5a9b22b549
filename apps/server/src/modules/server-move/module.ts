import type { FastifyInstance } from 'fastify';
import { defineModule } from '../define-module.ts';
import { createScreenArrivalsService } from './screen-arrivals.service.ts';
import { serverMoveRoutes } from './server-move.routes.ts';
import { createServerMoveService } from './server-move.service.ts';

const REFRESH_EVERY_MS = 5000;
const CLEANUP_INTERVAL_MS = 600_000;

/** Moves of all screens to another address of the installation. */
export const serverMoveModule = defineModule({
  name: 'server-move',
  tables: {
    owned: ['server_moves', 'server_move_screens', 'screen_handovers', 'screen_arrivals'],
    read: ['screens', 'devices'],
  },
  auditedTables: { serverMove: 'server_moves' },
  accessCases: () => import('./access-cases.ts'),
  async create(platform) {
    const { publicUrl, screenUrl } = platform;
    // A server that was restored from a backup has the same key.
    const deps = {
      ...platform,
      key: await platform.serverKeys.load('server-move'),
      currentAddress: new URL(screenUrl ?? publicUrl).origin,
    };
    const moves = createServerMoveService(deps);
    const arrivals = createScreenArrivalsService({ ...deps, publicUrl: new URL(publicUrl).origin });
    return {
      api: { sockets: { getAnnouncement: moves.getAnnouncement } },
      routes: (app: FastifyInstance) => serverMoveRoutes(app, { moves, arrivals }),
      workerTasks: [
        {
          name: 'server-move.handovers',
          everyMs: CLEANUP_INTERVAL_MS,
          run: async () => {
            await arrivals.deleteExpired();
            await moves.deleteOld();
          },
        },
      ],
      everyProcessTasks: [{ name: 'server-move.refresh', everyMs: REFRESH_EVERY_MS, run: moves.refresh }],
    };
  },
});
