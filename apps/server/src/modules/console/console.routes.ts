import { Readable } from 'node:stream';
import type { AuditFilter } from '@vitrine/contract';
import * as auditEndpoints from '@vitrine/contract/audit.endpoints';
import * as endpoints from '@vitrine/contract/overview.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { attachmentHeader } from '../files/index.ts';
import { auditCsvHead, auditCsvLine } from './audit.presenter.ts';
import type { AuditTrail } from './audit.service.ts';
import type { Find } from './find.service.ts';
import type { OverviewService } from './overview.service.ts';

const EXPORTED_AT_ONCE = 1000;

interface Deps {
  overview: OverviewService;
  audit: AuditTrail;
  find: Find;
}

async function* csvOf(audit: AuditTrail, filter: AuditFilter): AsyncGenerator<string> {
  yield auditCsvHead();
  for await (const entries of audit.listAll(filter, EXPORTED_AT_ONCE)) yield entries.map(auditCsvLine).join('');
}

/** The overview, the audit trail, and the search for anything. */
export async function consoleRoutes(app: FastifyInstance, { overview, audit, find }: Deps): Promise<void> {
  serve(app, endpoints.readOverview, async () => ({ result: await overview.read() }));

  serve(app, endpoints.findAnything, async ({ actor, query }) => ({ result: await find(actor, query.q) }));

  serve(app, auditEndpoints.listAudit, async ({ query }) => ({ result: await audit.list(query) }));

  serve(app, auditEndpoints.exportAudit, async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachmentHeader('audit-trail.csv'))
      .header('cache-control', 'no-store')
      .send(Readable.from(csvOf(audit, query))),
  );

  serve(app, auditEndpoints.listAuditChoices, async () => ({ result: await audit.choices() }));

  serve(app, auditEndpoints.readAuditEntry, async ({ params }) => ({ result: await audit.read(params.id) }));
}
