import * as endpoints from '@vitrine/contract/reports.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import { sendCsvParts } from '../files/index.ts';
import type { PlaysReportService } from './plays-report.service.ts';
import type { ReportEmailsService } from './report-emails.service.ts';
import type { ReportExportsService } from './report-exports.service.ts';
import type { ScreensReportService } from './screens-report.service.ts';

interface Deps {
  plays: PlaysReportService;
  screens: ScreensReportService;
  exports: ReportExportsService;
  emails: ReportEmailsService;
}

const REPORTS_A_MINUTE = 240;
const EXPORTS_A_MINUTE = 20;

export async function reportsRoutes(app: FastifyInstance, { plays, screens, exports, emails }: Deps): Promise<void> {
  serve(app, endpoints.readPlaysReport, async ({ actor, query }) => ({ result: await plays.read(actor, query) }), {
    rateLimit: perMinute(REPORTS_A_MINUTE),
    // Reports are queued separately, so that they do not delay other requests of the client.
    isSelfLimited: true,
  });

  serve(app, endpoints.exportPlaysReport, async ({ actor, query, reply }) => sendCsvParts(reply, await exports.exportPlays(actor, query)), {
    rateLimit: perMinute(EXPORTS_A_MINUTE),
  });

  serve(app, endpoints.readScreensReport, async ({ actor, query }) => ({ result: await screens.read(actor, query) }), {
    rateLimit: perMinute(REPORTS_A_MINUTE),
    isSelfLimited: true,
  });

  serve(
    app,
    endpoints.exportScreensReport,
    async ({ actor, query, reply }) => sendCsvParts(reply, await exports.exportScreens(actor, query)),
    { rateLimit: perMinute(EXPORTS_A_MINUTE) },
  );

  serve(app, endpoints.readReportEmails, async ({ actor, query }) => ({ result: await emails.read(actor, query) }));

  serve(app, endpoints.editReportEmails, async ({ actor, body }) => ({
    message: 'Settings saved.',
    result: await emails.edit(actor, body),
  }));
}
