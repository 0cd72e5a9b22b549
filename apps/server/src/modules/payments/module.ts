import type { FastifyInstance } from 'fastify';
import type { Cards } from '../../platform/cards/cards.ts';
import { createStripeCards } from '../../platform/cards/stripe-cards.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { testBankModule } from '../test-bank/index.ts';
import { createBankCustomersService } from './bank-customers.service.ts';
import { createBankEventApplier } from './bank-events.jobs.ts';
import { createBankEventsService } from './bank-events.service.ts';
import { bankObjectChanged } from './payments.events.ts';
import { paymentsRoutes } from './payments.routes.ts';

const RESUME_MS = 60_000;
const OLD_EVENTS_MS = 6 * 3_600_000;

/** The bank in use, its customers and its events. Purchases belong to orders, plans and subscriptions to their own modules. */
export const paymentsModule = defineModule({
  name: 'payments',
  tables: { owned: ['bank_customers', 'bank_events'], read: ['users'] },
  ports: [bankObjectChanged],
  uses: { testBank: testBankModule },
  accessCases: () => import('./access-cases.ts'),
  create: async (platform: Platform, { testBank }) => {
    const cards: Cards = platform.stripe ? await createStripeCards(platform.stripe, platform.clock) : testBank.cards;
    const applying = createBankEventApplier({ ...platform, bank: cards.name });
    const events = createBankEventsService({ ...platform, cards, applying });
    return {
      api: { cards, customers: createBankCustomersService({ ...platform, cards }) },
      routes: (app: FastifyInstance) => paymentsRoutes(app, { cards, events }),
      jobs: applying.handlers,
      workerTasks: [
        { name: 'payments.resume', everyMs: RESUME_MS, run: applying.resumePending },
        { name: 'payments.old-events', everyMs: OLD_EVENTS_MS, run: async () => void (await events.deleteOldEvents()) },
      ],
    };
  },
});
