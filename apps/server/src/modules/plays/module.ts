import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { defineModule } from '../define-module.ts';
import { screenReplaced } from '../devices/index.ts';
import { playsRoutes } from './plays.routes.ts';
import { createPlaysService } from './plays.service.ts';

const CLEANUP_INTERVAL_MS = 6 * 3_600_000;

/** Records of the media that screens actually showed. */
export const playsModule = defineModule({
  name: 'plays',
  tables: {
    owned: ['screen_plays', 'device_plays', 'late_plays'],
    read: ['users', 'organisation_members', 'albums', 'album_shares', 'media', 'playlists', 'screens', 'devices'],
  },
  accessCases: () => import('./access-cases.ts'),
  create(platform) {
    const plays = createPlaysService(platform);
    return {
      api: {},
      routes: (app: FastifyInstance) => playsRoutes(app, { plays }),
      reactions: [on(screenReplaced, (tx, { screenId }) => plays.limitReplacingScreen(tx, screenId))],
      workerTasks: [{ name: 'plays.forget', everyMs: CLEANUP_INTERVAL_MS, run: plays.deleteOldPlays }],
    };
  },
});
