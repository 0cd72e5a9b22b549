import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { defineModule } from '../define-module.ts';
import { devicesTransferred } from '../devices/index.ts';
import { screenshotsRoutes } from './screenshots.routes.ts';
import { createScreenshotsService } from './screenshots.service.ts';
import { deleteScreenshots } from './screenshots.store.ts';

const REQUEST_INTERVAL_MS = 30_000;

/** Pictures of what screens show, compared with what they should show. */
export const screenshotsModule = defineModule({
  name: 'screenshots',
  tables: {
    owned: ['device_screenshots', 'screenshot_states'],
    read: ['files', 'media', 'playlist_albums', 'screens', 'devices', 'publishes'],
  },
  accessCases: () => import('./access-cases.ts'),
  create(platform) {
    const screenshots = createScreenshotsService(platform);
    return {
      api: undefined,
      routes: (app: FastifyInstance) => screenshotsRoutes(app, { screenshots }),
      workerTasks: [{ name: 'screenshots.request', everyMs: REQUEST_INTERVAL_MS, run: screenshots.requestDue }],
      reactions: [on(devicesTransferred, (tx, { deviceIds }) => deleteScreenshots(tx, deviceIds))],
    };
  },
});
