import type { StorageDetails } from '@vitrine/contract';
import { readStorage } from '@vitrine/contract/albums.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { Person } from '../access/index.ts';
import type { OwnerScope } from '../organisations/index.ts';

interface StorageRoutesDeps {
  storage: (actor: Person, whose: OwnerScope) => Promise<StorageDetails>;
}

export async function storageRoutes(app: FastifyInstance, { storage }: StorageRoutesDeps): Promise<void> {
  serve(app, readStorage, async ({ actor, params, query }) => ({
    result: await storage(actor, { userId: params.userId, orgId: query.orgId }),
  }));
}
