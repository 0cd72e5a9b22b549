import type { FastifyInstance } from 'fastify';
import { defineModule, type Platform } from '../define-module.ts';
import { systemModule } from '../system/index.ts';
import { createLooking, FORGET_EVERY_MS, LOOK_EVERY_MS } from './alerts.looking.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { createAlerts } from './alerts.service.ts';

/** Mails to administrators: screens that are offline, a disk that is nearly full, jobs and renewals that fail. */
export const alertsModule = defineModule({
  name: 'alerts',
  tables: {
    owned: ['alert_settings', 'alerts'],
    read: ['users', 'devices', 'screens', 'publishes', 'orders', 'subscriptions'],
  },
  uses: { system: systemModule },
  accessCases: () => import('./alerts.access-cases.ts'),
  create: (platform: Platform, { system }) => {
    const looking = createLooking({ ...platform, system });
    return {
      face: undefined,
      routes: (app: FastifyInstance) => alertsRoutes(app, { alerts: createAlerts(platform) }),
      housekeeping: [...looking.tasks, { name: 'alerts.forget', everyMs: FORGET_EVERY_MS, run: looking.forget }],
      everywhere: [{ name: 'alerts.diskFull', everyMs: LOOK_EVERY_MS, run: looking.lookAtDisk }],
    };
  },
});
