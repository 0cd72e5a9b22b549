import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { defineModule } from '../define-module.ts';
import { deviceCommandCompleted, devicesModule } from '../devices/index.ts';
import { notificationsModule } from '../notifications/index.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createRolloutTask } from './rollouts.jobs.ts';
import { createRolloutsService } from './rollouts.service.ts';
import { createVersionFilesService } from './version-files.service.ts';
import { createVersionManagementService } from './version-management.service.ts';
import { createVersionsService } from './versions.service.ts';

const STEP_MS = 5000;

/** Versions of the program on the screens, and how screens get them in stages. */
export const fleetModule = defineModule({
  name: 'fleet',
  tables: {
    owned: ['versions', 'version_updates', 'version_files', 'rollouts', 'rollout_screens'],
    read: ['users', 'screens', 'device_commands'],
  },
  uses: { devices: devicesModule, notifications: notificationsModule },
  accessCases: () => import('./access-cases.ts'),
  create(platform, { devices, notifications }) {
    const versions = createVersionsService({ ...platform, devices });
    const catalogue = createVersionManagementService(platform);
    const files = createVersionFilesService(platform);
    const rollouts = createRolloutsService(platform);
    return {
      api: {},
      routes: (app: FastifyInstance) => fleetRoutes(app, { versions, catalogue, files, rollouts }),
      reactions: [on(deviceCommandCompleted, versions.commandCompleted)],
      workerTasks: [
        { name: 'fleet.rollouts', everyMs: STEP_MS, run: createRolloutTask({ ...platform, devices, notify: notifications.notify }) },
      ],
    };
  },
});
