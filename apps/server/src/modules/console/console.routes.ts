import * as auditEndpoints from '@vitrine/contract/audit.endpoints';
import * as endpoints from '@vitrine/contract/overview.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { sendCsv } from '../files/index.ts';
import { auditCsvHead, auditCsvLine } from './audit.presenter.ts';
import type { AuditTrailService } from './audit.service.ts';
import type { ConsoleSearch } from './console-search.service.ts';
import type { OverviewService } from './overview.service.ts';

interface Deps {
  overview: OverviewService;
  audit: AuditTrailService;
  search: ConsoleSearch;
}

/** Routes of the overview, the audit trail and the search. */
export async function consoleRoutes(app: FastifyInstance, { overview, audit, search: find }: Deps): Promise<void> {
  serve(app, endpoints.readOverview, async () => ({ result: await overview.read() }));

  serve(app, endpoints.searchConsole, async ({ actor, query }) => ({ result: await find(actor, query.q) }));

  serve(app, auditEndpoints.listAudit, async ({ query }) => ({ result: await audit.list(query) }));

  serve(app, auditEndpoints.exportAudit, async ({ query, reply }) =>
    sendCsv(reply, {
      name: 'audit-trail.csv',
      head: auditCsvHead(),
      parts: (atOnce) => audit.listAll(query, atOnce),
      toLine: auditCsvLine,
    }),
  );

  serve(app, auditEndpoints.listAuditChoices, async () => ({ result: await audit.listFilterValues() }));

  serve(app, auditEndpoints.readAuditEntry, async ({ params }) => ({ result: await audit.read(params.id) }));
}
