import { BUSINESS_MESSAGES } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/organisations.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { OrganisationsService } from './organisations.service.ts';
import type { OwnershipService } from './ownership.service.ts';

interface Services {
  organisations: OrganisationsService;
  ownership: OwnershipService;
}

export async function organisationsRoutes(app: FastifyInstance, { organisations, ownership }: Services): Promise<void> {
  serve(app, endpoints.createOrganisation, async ({ actor, body }) => ({
    message: BUSINESS_MESSAGES.familyCreated,
    result: await organisations.create(actor, body),
  }));

  serve(app, endpoints.listOrganisations, async ({ actor }) => ({ result: await organisations.list(actor) }));

  serve(app, endpoints.readOrganisation, async ({ actor, params }) => ({ result: await organisations.get(actor, params.orgId) }));

  serve(app, endpoints.editOrganisation, async ({ actor, params, body }) => ({
    message: 'Family updated.',
    result: await organisations.edit(actor, params.orgId, body),
  }));

  serve(app, endpoints.dissolveOrganisation, async ({ actor, params }) => {
    await ownership.dissolve(actor, params.orgId);
    return { message: 'Family dissolved.' };
  });

  serve(app, endpoints.transferOrganisation, async ({ actor, params, body }) => ({
    message: 'Family owner changed.',
    result: await ownership.handOver(actor, params.orgId, body),
  }));
}
