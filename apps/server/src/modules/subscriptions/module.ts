import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { OwnerRow, Policies } from '../access/index.ts';
import { accountDeleting, accountsModule, grantSubscription, newestSubscription } from '../accounts/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { ordersModule, subscriptionControl, syncSubscriptionFromBank } from '../orders/index.ts';
import { bankObjectChanged, paymentsModule } from '../payments/index.ts';
import { plansModule } from '../plans/index.ts';
import { createBankSync } from './bank-sync.service.ts';
import { createChangeQuotes } from './change-quotes.service.ts';
import { createChangeSubscriptionService } from './change-subscription.service.ts';
import { createExtraScreenOffers } from './extra-screen-offers.service.ts';
import { createExtraScreensService } from './extra-screens.service.ts';
import { createGrantedSubscriptionsService } from './granted-subscriptions.service.ts';
import { createSubscribeService } from './subscribe.service.ts';
import { createSubscriptionControl } from './subscription-control.service.ts';
import { createSubscriptionLease } from './subscription-lease.store.ts';
import { createSubscriptionLoader } from './subscription-loader.service.ts';
import { createSubscriptionReminders } from './subscription-reminders.jobs.ts';
import { subscriptionChanged } from './subscriptions.events.ts';
import { createSubscriptionJobs } from './subscriptions.jobs.ts';
import { subscriptionsRoutes } from './subscriptions.routes.ts';
import { createSubscriptionsService } from './subscriptions.service.ts';
import { selectNewestSubscriptionId } from './subscriptions.store.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'subscription.read': true;
    /** Reads the credit of an account and the charges to come. */
    'accountCredit.read': true;
  }
}

export const subscriptionPolicies: Policies = {
  'subscription.read': (ids) => sql<OwnerRow>`select id, user_id as "ownerId" from subscriptions where id = any(${ids}::uuid[])`,
  'accountCredit.read': (ids) => sql<OwnerRow>`select id, id as "ownerId" from users where id = any(${ids}::uuid[])`,
};

const RECONCILE_MS = 2 * 60_000;
const WARN_MS = 3_600_000;
const END_GIVEN_MS = 10 * 60_000;

/** Subscriptions to plans, paid by card or granted by an administrator. Their limits are written to entitlements. */
export const subscriptionsModule = defineModule({
  name: 'subscriptions',
  tables: { owned: ['subscriptions', 'trial_warnings'], read: ['users', 'orders'] },
  uses: { accounts: accountsModule, entitlements: entitlementsModule, payments: paymentsModule, orders: ordersModule, plans: plansModule },
  events: [subscriptionChanged],
  policies: subscriptionPolicies,
  consoleActions: { 'accountCredit.read': 'people.see' },
  accessCases: () => import('./access-cases.ts'),
  create: (platform: Platform, { accounts, entitlements, orders, plans: { prices }, payments: { cards, customers } }) => {
    const extraScreenOffers = createExtraScreenOffers({ ...platform, entitlements });
    const deps = { ...platform, cards, customers, accounts, entitlements, orders, prices, extraScreenOffers };
    const [bankSync, loader, withLease] = [createBankSync(deps), createSubscriptionLoader(deps), createSubscriptionLease(platform)];
    const paying = { ...deps, bankSync, loader, withLease };
    const changes = { ...paying, quotes: createChangeQuotes(paying) };
    const [buying, changing] = [createSubscribeService(paying), createChangeSubscriptionService(changes)];
    const extraScreens = createExtraScreensService(changes);
    const given = createGrantedSubscriptionsService(deps);
    const jobs = createSubscriptionJobs({ ...deps, bankSync });
    const subscriptions = createSubscriptionsService({ ...deps, loader });
    return {
      api: {},
      routes: (app: FastifyInstance) => subscriptionsRoutes(app, { subscriptions, buying, changing, extraScreens }),
      jobs: jobs.handlers,
      workerTasks: [
        { name: 'subscriptions.reconcile', everyMs: RECONCILE_MS, run: jobs.reconcile },
        { name: 'subscriptions.endGranted', everyMs: END_GIVEN_MS, run: given.endExpired },
        { name: 'subscriptions.reminders', everyMs: WARN_MS, run: createSubscriptionReminders(deps).sendReminders },
      ],
      reactions: [on(accountDeleting, jobs.accountDeleting)],
      portProviders: [
        provide(bankObjectChanged, jobs.bankObjectChanged),
        provide(subscriptionControl, createSubscriptionControl({ ...deps, bankSync, withLease })),
        provide(syncSubscriptionFromBank, async (subscriptionId: string) => void (await bankSync.syncSubscription(subscriptionId))),
        provide(grantSubscription, given.grantSubscription),
        provide(newestSubscription, selectNewestSubscriptionId),
      ],
    };
  },
});
