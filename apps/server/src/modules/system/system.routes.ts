import * as endpoints from '@vitrine/contract/system.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { JobQueueService } from './job-queue.service.ts';
import type { SystemService } from './system.service.ts';

interface Deps {
  system: SystemService;
  jobs: JobQueueService;
}

export async function systemRoutes(app: FastifyInstance, { system, jobs }: Deps): Promise<void> {
  serve(app, endpoints.readSystem, async () => ({ result: await system.read() }));

  serve(app, endpoints.listJobs, async ({ query }) => ({ result: await jobs.list(query) }));

  serve(app, endpoints.retryJobs, async ({ actor, body }) => {
    const count = await jobs.retry(actor, body);
    return { message: count === 1 ? 'Job queued again.' : `${count} jobs queued again.`, result: { count } };
  });
}
