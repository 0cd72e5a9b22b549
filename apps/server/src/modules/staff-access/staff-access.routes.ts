import * as endpoints from '@vitrine/contract/staff-access.endpoints';
import type { FastifyInstance } from 'fastify';
import { getPerson } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { StaffGrantsService } from './staff-grants.service.ts';
import type { StaffViewsService } from './staff-views.service.ts';

interface Deps {
  views: StaffViewsService;
  grants: StaffGrantsService;
}

/** Limit that is too high for manual work, but stops scripts that open many accounts. */
const OPENED_A_MINUTE = 30;

export async function staffAccessRoutes(app: FastifyInstance, { views, grants }: Deps): Promise<void> {
  serve(app, endpoints.openView, async ({ actor, body }) => ({ result: await views.open(actor, body) }), {
    rateLimit: perMinute(OPENED_A_MINUTE, (request) => getPerson(request).userId),
  });

  serve(app, endpoints.closeView, async ({ actor }) => {
    await views.close(actor);
    return {};
  });

  serve(app, endpoints.readViewOptions, async ({ actor, params }) => ({ result: await grants.options(actor, params.userId) }));

  serve(app, endpoints.requestGrant, async ({ actor, body }) => ({
    message: 'The user was asked for permission.',
    result: await grants.request(actor, body),
  }));

  serve(app, endpoints.listStaffGrants, async ({ actor }) => ({ result: await grants.list(actor) }));

  serve(app, endpoints.answerStaffGrant, async ({ actor, params, body }) => ({ result: await grants.answer(actor, params.id, body) }));

  serve(app, endpoints.listActivity, async ({ actor, query }) => ({ result: await views.listVisits(actor, query) }));
}
