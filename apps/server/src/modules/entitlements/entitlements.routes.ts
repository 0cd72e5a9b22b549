import { readStorage } from '@vitrine/contract/albums.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { StorageOverview } from './storage-overview.service.ts';

export async function entitlementsRoutes(app: FastifyInstance, { overview }: { overview: StorageOverview }): Promise<void> {
  serve(app, readStorage, async ({ actor, params, query }) => ({
    result: await overview.getStorageDetails(actor, { userId: params.userId, orgId: query.orgId }),
  }));
}
