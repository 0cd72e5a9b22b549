import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { autocommit } from '../../platform/database/database.ts';
import { defineModule } from '../define-module.ts';
import { createCheckoutService } from './checkout.service.ts';
import { createLedger } from './ledger.service.ts';
import { createDeliverEventHandler } from './test-bank.jobs.ts';
import { testBankRoutes } from './test-bank.routes.ts';
import { createTestBankCards } from './test-bank.service.ts';
import { deleteDeliveredEvents, deleteUnusedMethods, loadSigningSecret } from './test-bank.store.ts';

const DUE_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 30 * 60_000;
const UNUSED_METHOD_MS = 3_600_000;
const DELIVERED_EVENT_MS = 7 * 86_400_000;

/** The bank that takes the cards while Stripe's keys are not set. It knows test cards only, and no money moves. */
export const testBankModule = defineModule({
  name: 'test-bank',
  tables: {
    owned: ['test_bank_customers', 'test_bank_methods', 'test_bank_prices', 'test_bank_events', 'test_bank_settings'],
    read: [],
  },
  accessCases: () => import('./access-cases.ts'),
  async create(platform) {
    const { db, clock, stripe } = platform;
    const signingSecret = await loadSigningSecret(autocommit(db), `whsec_${randomBytes(32).toString('base64url')}`);
    const ledger = createLedger(platform);
    const checkout = createCheckoutService({ db, ledger });
    const isInUse = stripe === null;
    const forget = async () => {
      // Cards are dated by the bank's clock, deliveries by the machine's.
      await deleteUnusedMethods(autocommit(db), new Date((await ledger.now()) * 1000 - UNUSED_METHOD_MS));
      await deleteDeliveredEvents(autocommit(db), new Date(clock.now().getTime() - DELIVERED_EVENT_MS));
    };
    return {
      api: {
        cards: createTestBankCards({ db, clock, ledger, signingSecret }),
        /** The bank's time, in epoch seconds. */
        now: ledger.now,
        /** Forward by seconds, and does all that becomes due by that; answers the bank's time. */
        moveClock: ledger.moveClock,
      },
      routes: (app: FastifyInstance) => testBankRoutes(app, { checkout, ledger, isInUse }),
      jobs: [createDeliverEventHandler({ ...platform, signingSecret, isInUse })],
      workerTasks: isInUse
        ? [
            { name: 'test-bank.due', everyMs: DUE_EVERY_MS, run: ledger.runAllDue },
            { name: 'test-bank.forget', everyMs: FORGET_EVERY_MS, run: forget },
          ]
        : [],
    };
  },
});
