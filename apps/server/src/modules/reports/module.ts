import type { FastifyInstance } from 'fastify';
import { provide } from '../../platform/ports.ts';
import { emailStops } from '../accounts/index.ts';
import { defineModule } from '../define-module.ts';
import { screenDownloads } from '../publishing/index.ts';
import { createPlaySumsService } from './play-sums.service.ts';
import { createPlaysReportService } from './plays-report.service.ts';
import { createReportEmailsService } from './report-emails.service.ts';
import { stopReportEmails } from './report-emails.store.ts';
import { createReportExportsService } from './report-exports.service.ts';
import { createReportQueries } from './report-queries.service.ts';
import { reportsRoutes } from './reports.routes.ts';
import { createScreensReportService } from './screens-report.service.ts';
import { createUptimeService } from './uptime.service.ts';

const MINUTE_MS = 60_000;
/** Time that screens have to reconnect after a start, before they count as offline. */
const RECONNECT_MS = 2 * MINUTE_MS;
const CLEANUP_INTERVAL_MS = 6 * 60 * MINUTE_MS;

/** Reports of what screens played and how they were doing. */
export const reportsModule = defineModule({
  name: 'reports',
  tables: {
    owned: [
      'play_sums',
      'play_sum_days',
      'device_days',
      'uptime_samples',
      'uptime_changes',
      'report_runs',
      'report_exports',
      'report_emails',
    ],
    read: [
      'users',
      'organisations',
      'organisation_members',
      'albums',
      'album_shares',
      'media',
      'playlists',
      'screens',
      'devices',
      'device_tags',
      'tagged_devices',
      'device_plays',
    ],
  },
  accessCases: () => import('./access-cases.ts'),
  create(platform) {
    const runQuery = createReportQueries(platform);
    const plays = createPlaysReportService({ ...platform, runQuery });
    const screens = createScreensReportService({ ...platform, runQuery });
    const exports = createReportExportsService({ ...platform, runQuery, plays, screens });
    const emails = createReportEmailsService({ ...platform, runQuery });
    const sums = createPlaySumsService(platform);
    const uptime = createUptimeService(platform);
    return {
      api: {},
      routes: (app: FastifyInstance) => reportsRoutes(app, { plays, screens, exports, emails }),
      jobs: [emails.emailHandler],
      workerTasks: [
        { name: 'reports.samples', everyMs: MINUTE_MS, afterMs: RECONNECT_MS, run: uptime.sample },
        { name: 'reports.days', everyMs: MINUTE_MS, run: uptime.storeEndedDays },
        { name: 'reports.sums', everyMs: 5 * MINUTE_MS, run: sums.update },
        { name: 'reports.emails', everyMs: 10 * MINUTE_MS, run: emails.enqueueDue },
        {
          name: 'reports.forget',
          everyMs: CLEANUP_INTERVAL_MS,
          run: async () => {
            await uptime.deleteOld();
            await sums.deleteOld();
          },
        },
      ],
      everyProcessTasks: [{ name: 'reports.downloads', everyMs: MINUTE_MS, run: uptime.storeDownloads }],
      portProviders: [provide(screenDownloads, { count: uptime.countDownload }), provide(emailStops, stopReportEmails)],
    };
  },
});
