import type { StorageDetails } from '@vitrine/contract';
import { readStorage } from '@vitrine/contract/albums.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { Person } from '../access/index.ts';

interface StorageRoutesDeps {
  storage: (actor: Person, userId: string) => Promise<StorageDetails>;
}

export async function storageRoutes(app: FastifyInstance, { storage }: StorageRoutesDeps): Promise<void> {
  serve(app, readStorage, async ({ actor, params }) => ({ result: await storage(actor, params.userId) }));
}
