import { sql } from 'kysely';
import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/console/system': { kind: 'console', url: '/console/system' },
  'GET /api/console/system/jobs': { kind: 'console', url: '/console/system/jobs?state=failed' },
  'POST /api/console/system/jobs/retry': {
    kind: 'console',
    isAbsent: true,
    url: '/console/system/jobs/retry',
    body: { kind: 'nothing.known' },
    hasNoAuditedRow: true,
    change: async ({ db }) => {
      const { rows } = await sql<{ id: string }>`
        select id::text from graphile_worker.add_job('matrix.failed', '{}', max_attempts => 1)`.execute(db);
      await sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${rows[0]?.id}::bigint`.execute(db);
      return { url: '/console/system/jobs/retry', body: { ids: rows.map(({ id }) => id) } };
    },
  },
};
