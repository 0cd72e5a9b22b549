import * as endpoints from '@vitrine/contract/api-tokens.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { ApiTokensService } from './api-tokens.service.ts';

export async function apiTokensRoutes(app: FastifyInstance, { tokens }: { tokens: ApiTokensService }): Promise<void> {
  serve(app, endpoints.listApiTokens, async ({ actor }) => ({ result: await tokens.list(actor) }));

  serve(app, endpoints.createApiToken, async ({ actor, body }) => ({ result: await tokens.create(actor, body) }));

  serve(app, endpoints.revokeApiToken, async ({ actor, params }) => {
    await tokens.revoke(actor, params.id);
    return { message: 'Token revoked.' };
  });
}
