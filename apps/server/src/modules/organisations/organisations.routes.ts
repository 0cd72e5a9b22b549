import { readOrganisation } from '@vitrine/contract/organisations.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { OrganisationsService } from './organisations.service.ts';

export async function organisationsRoutes(app: FastifyInstance, { organisations }: { organisations: OrganisationsService }): Promise<void> {
  serve(app, readOrganisation, async ({ actor, params }) => ({ result: await organisations.get(actor, params.orgId) }));
}
