import type { FastifyInstance } from 'fastify';
import { defineModule } from '../define-module.ts';
import { paymentsModule } from '../payments/index.ts';
import { createBankPricesService } from './bank-prices.service.ts';
import { plansRoutes } from './plans.routes.ts';
import { createPlansService } from './plans.service.ts';

/** Plans that accounts can subscribe to, their prices, and the same prices at the bank. */
export const plansModule = defineModule({
  name: 'plans',
  tables: { owned: ['plans', 'plan_prices', 'bank_prices'], read: ['users'] },
  uses: { payments: paymentsModule },
  accessCases: () => import('./access-cases.ts'),
  create: ({ db }, { payments: { cards } }) => ({
    api: { prices: createBankPricesService({ db, cards }) },
    routes: (app: FastifyInstance) => plansRoutes(app, { plans: createPlansService({ db }) }),
  }),
});
