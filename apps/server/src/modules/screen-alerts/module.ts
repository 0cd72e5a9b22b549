import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { runInFirstWorker } from '../../platform/queue/first-worker.ts';
import { emailStops } from '../accounts/index.ts';
import { defineModule } from '../define-module.ts';
import { devicesTransferred } from '../devices/index.ts';
import { memberLeft, organisationDissolving, ownershipTransferred } from '../organisations/index.ts';
import { createAlertSettingsService } from './alert-settings.service.ts';
import { reassignSettings } from './alert-settings.store.ts';
import { createScreenChecks } from './check-screens.service.ts';
import { createAlertReports } from './report-alerts.service.ts';
import { deleteReport, reassignReport } from './reports.store.ts';
import { screenAlertsReported } from './screen-alerts.events.ts';
import { screenAlertsRoutes } from './screen-alerts.routes.ts';
import { deleteDeviceAlerts } from './screen-alerts.store.ts';
import { deleteSubscription, deleteSubscriptionsOfScope, endEmails } from './subscriptions.store.ts';

const CHECK_INTERVAL_MS = 60_000;
const REPORT_INTERVAL_MS = 30_000;

/** Alerts to the owners of screens: by email, notification and webhook when a condition begins, and when it ends. */
export const screenAlertsModule = defineModule({
  name: 'screen-alerts',
  tables: {
    owned: ['screen_alert_settings', 'screen_alerts', 'feed_alerts', 'screen_alert_reports', 'screen_alert_subscriptions'],
    read: [
      'users',
      'organisation_members',
      'sources',
      'screens',
      'devices',
      'device_tags',
      'tagged_devices',
      'publishes',
      'screenshot_states',
      'emergency_cap_feeds',
    ],
  },
  events: [screenAlertsReported],
  auditedTables: { screenAlerts: 'screen_alert_settings' },
  accessCases: () => import('./access-cases.ts'),
  create(platform) {
    const checks = createScreenChecks(platform);
    const reports = createAlertReports(platform);
    return {
      api: undefined,
      routes: (app: FastifyInstance) => screenAlertsRoutes(app, { settings: createAlertSettingsService(platform) }),
      workerTasks: [
        { name: 'screenAlerts.checkScreens', everyMs: CHECK_INTERVAL_MS, run: () => runInFirstWorker(platform, checks.checkScreens) },
        { name: 'screenAlerts.checkSources', everyMs: CHECK_INTERVAL_MS, run: () => runInFirstWorker(platform, checks.checkSources) },
        { name: 'screenAlerts.report', everyMs: REPORT_INTERVAL_MS, run: reports.reportDue },
      ],
      portProviders: [provide(emailStops, endEmails)],
      reactions: [
        on(devicesTransferred, (tx, { deviceIds }) => deleteDeviceAlerts(tx, deviceIds)),
        on(memberLeft, (tx, { orgId, userId }) => deleteSubscription(tx, orgId, userId)),
        on(ownershipTransferred, async (tx, { orgId, toId }) => {
          await reassignSettings(tx, orgId, toId);
          await reassignReport(tx, orgId, toId);
        }),
        on(organisationDissolving, async (tx, { orgId }) => {
          await deleteSubscriptionsOfScope(tx, orgId);
          await deleteReport(tx, orgId);
        }),
      ],
    };
  },
});
