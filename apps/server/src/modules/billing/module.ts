import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { accountDeleting, accountsModule, newestSubscription, planGiver } from '../accounts/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { ordersModule, subscriptionControl, subscriptionTruth } from '../orders/index.ts';
import { bankObjects, paymentsModule } from '../payments/index.ts';
import { createBankPrices } from './bank-prices.ts';
import { createBillingJobs } from './billing.jobs.ts';
import { billingPolicies } from './billing.policies.ts';
import { billingRoutes } from './billing.routes.ts';
import { createBuying } from './buying.service.ts';
import { createChanging } from './changing.service.ts';
import { createSubscriptionControl } from './ending.ts';
import { createGiven } from './given.service.ts';
import { createHolds } from './holds.ts';
import { createPlans } from './plans.service.ts';
import { createSubscriptionsService } from './subscriptions.service.ts';
import { newestOf } from './subscriptions.store.ts';
import { createTruth } from './truth.ts';
import { createViewing } from './viewing.ts';
import { createWarnings } from './warnings.ts';

const RECONCILE_MS = 2 * 60_000;
const WARN_MS = 3_600_000;
const END_GIVEN_MS = 10 * 60_000;

/** Plans, and the subscriptions to them: bought by card, or given by an administrator. What they hold is written to entitlements. */
export const billingModule = defineModule({
  name: 'billing',
  tables: { owned: ['plans', 'plan_prices', 'bank_prices', 'subscriptions', 'trial_warnings'], read: ['users', 'orders'] },
  uses: { accounts: accountsModule, entitlements: entitlementsModule, payments: paymentsModule, orders: ordersModule },
  policies: billingPolicies,
  consoleActions: { 'accountCredit.read': 'people.see' },
  accessCases: () => import('./billing.access-cases.ts'),
  create: (platform: Platform, { accounts, entitlements, orders, payments: { cards, customers } }) => {
    const deps = { ...platform, cards, customers, accounts, entitlements, orders, prices: createBankPrices({ ...platform, cards }) };
    const [truth, viewing, held] = [createTruth(deps), createViewing(deps), createHolds(platform)];
    const paying = { ...deps, truth, viewing, held };
    const [buying, changing] = [createBuying(paying), createChanging(paying)];
    const given = createGiven(deps);
    const jobs = createBillingJobs({ ...deps, truth });
    const subscriptions = createSubscriptionsService({ ...deps, viewing });
    return {
      face: {},
      routes: (app: FastifyInstance) => billingRoutes(app, { subscriptions, buying, changing, plans: createPlans(deps) }),
      jobs: jobs.handlers,
      housekeeping: [
        { name: 'billing.reconcile', everyMs: RECONCILE_MS, run: jobs.reconcile },
        { name: 'billing.given', everyMs: END_GIVEN_MS, run: given.endPast },
        { name: 'billing.warnings', everyMs: WARN_MS, run: createWarnings(deps).warn },
      ],
      reactions: [on(accountDeleting, jobs.accountDeleting)],
      provides: [
        provide(bankObjects, jobs.bankObjectChanged),
        provide(subscriptionControl, createSubscriptionControl({ ...deps, truth, held })),
        provide(subscriptionTruth, async (subscriptionId: string) => void (await truth.hearOf(subscriptionId))),
        provide(planGiver, given.give),
        provide(newestSubscription, newestOf),
      ],
    };
  },
});
