import * as endpoints from '@vitrine/contract/bin.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { BinService } from './bin.service.ts';

export async function binRoutes(app: FastifyInstance, { bin }: { bin: BinService }): Promise<void> {
  serve(app, endpoints.readBin, async ({ actor, params, query: { orgId, ...page } }) => ({
    result: await bin.list(actor, { userId: params.userId, orgId }, page),
  }));

  serve(app, endpoints.restoreBinned, async ({ actor, params, body }) => {
    await bin.restore(actor, params.userId, body);
    return { message: 'Restored.' };
  });

  serve(app, endpoints.purgeBinned, async ({ actor, params, body }) => {
    await bin.purge(actor, params.userId, body);
    return { message: 'Permanently deleted.' };
  });
}
