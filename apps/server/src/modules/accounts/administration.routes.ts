import { BUSINESS_MESSAGES } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/people.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { AdministrationService } from './administration.service.ts';

export async function administrationRoutes(
  app: FastifyInstance,
  { administration }: { administration: AdministrationService },
): Promise<void> {
  serve(app, endpoints.setAccountStatus, async ({ actor, params, body }) => {
    await administration.setStatus(actor, params.id, body);
    return { message: body.status ? BUSINESS_MESSAGES.accountActivated : BUSINESS_MESSAGES.accountDeactivated };
  });

  serve(app, endpoints.setAccountRole, async ({ actor, params, body }) => {
    await administration.setRole(actor, params.id, body);
    return { message: 'Role changed.' };
  });
}
