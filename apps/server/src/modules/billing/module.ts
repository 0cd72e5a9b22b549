import type { FastifyInstance } from 'fastify';
import { defineModule } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { billingRoutes } from './billing.routes.ts';
import { createSubscriptionsService } from './subscriptions.service.ts';

export const billingModule = defineModule({
  name: 'billing',
  tables: { owned: ['subscriptions'], read: [] },
  uses: { entitlements: entitlementsModule },
  accessCases: () => import('./billing.access-cases.ts'),
  create: (platform, { entitlements }) => ({
    face: {},
    routes: (app: FastifyInstance) => billingRoutes(app, { subscriptions: createSubscriptionsService({ ...platform, entitlements }) }),
  }),
});
