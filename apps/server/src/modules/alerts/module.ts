import type { FastifyInstance } from 'fastify';
import { defineModule, type Platform } from '../define-module.ts';
import { systemModule } from '../system/index.ts';
import { CHECK_INTERVAL_MS, CLEANUP_INTERVAL_MS, createAlertChecks } from './alerts.jobs.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { createAlertsService } from './alerts.service.ts';

/** Email alerts for administrators about offline screens, nearly full disks, failed jobs and failed renewals. */
export const alertsModule = defineModule({
  name: 'alerts',
  tables: {
    owned: ['alert_settings', 'alerts'],
    read: ['users', 'devices', 'device_tags', 'tagged_devices', 'screens', 'publishes', 'orders', 'subscriptions'],
  },
  uses: { system: systemModule },
  accessCases: () => import('./access-cases.ts'),
  create: (platform: Platform, { system }) => {
    const checks = createAlertChecks({ ...platform, system });
    return {
      api: undefined,
      routes: (app: FastifyInstance) => alertsRoutes(app, { alerts: createAlertsService(platform) }),
      workerTasks: [...checks.tasks, { name: 'alerts.forget', everyMs: CLEANUP_INTERVAL_MS, run: checks.deleteStaleAlerts }],
      everyProcessTasks: [{ name: 'alerts.diskFull', everyMs: CHECK_INTERVAL_MS, run: checks.checkDisk }],
    };
  },
});
