import * as endpoints from '@vitrine/contract/sources.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { SourcesService } from './sources.service.ts';

export async function sourcesRoutes(app: FastifyInstance, { sources }: { sources: SourcesService }): Promise<void> {
  serve(app, endpoints.listSources, async ({ actor, query }) => ({ result: await sources.list(actor, query.userId) }));

  serve(app, endpoints.createSource, async ({ actor, body }) => ({
    message: 'Data source added.',
    result: await sources.create(actor, body),
  }));

  serve(app, endpoints.readSource, async ({ actor, params }) => ({ result: await sources.read(actor, params.sourceId) }));

  serve(app, endpoints.editSource, async ({ actor, params, body: { userId: _userId, ...change } }) => ({
    message: 'Changes saved.',
    result: await sources.edit(actor, params.sourceId, change),
  }));

  serve(app, endpoints.fetchSource, async ({ actor, params }) => ({ result: await sources.fetchNow(actor, params.sourceId) }));

  serve(app, endpoints.deleteSource, async ({ actor, params }) => {
    await sources.remove(actor, params.sourceId);
    return { message: 'Data source deleted.' };
  });
}
