import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { defineModule } from '../define-module.ts';
import { deviceCommandCompleted, devicesModule } from '../devices/index.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createVersionsService } from './versions.service.ts';

/** Versions of the program on the screens. */
export const fleetModule = defineModule({
  name: 'fleet',
  tables: { owned: ['versions', 'version_updates'], read: [] },
  uses: { devices: devicesModule },
  accessCases: () => import('./fleet.access-cases.ts'),
  create(platform, { devices }) {
    const versions = createVersionsService({ ...platform, devices });
    return {
      face: {},
      routes: (app: FastifyInstance) => fleetRoutes(app, { versions }),
      reactions: [on(deviceCommandCompleted, versions.commandCompleted)],
    };
  },
});
