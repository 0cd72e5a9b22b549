import * as endpoints from '@vitrine/contract/plans.endpoints';
import { listPlans } from '@vitrine/contract/subscriptions.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { PlansService } from './plans.service.ts';

export async function plansRoutes(app: FastifyInstance, { plans }: { plans: PlansService }): Promise<void> {
  serve(app, listPlans, async ({ query }) => ({ result: await plans.listForSale(query.platform) }));

  serve(app, endpoints.listEditablePlans, async () => ({ result: await plans.list() }));

  serve(app, endpoints.editPlan, async ({ actor, params, body }) => ({
    message: 'Plan saved.',
    result: await plans.edit(actor, params.id, body),
  }));
}
