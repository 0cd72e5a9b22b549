import type { Plan, Subscription, SubscriptionSummary } from '@vitrine/contract';
import { authorize, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { presentPlans } from './plans.presenter.ts';
import { listForSale } from './plans.read-model.ts';
import { findNewest } from './subscriptions.store.ts';
import type { Viewing } from './viewing.ts';

type Deps = Pick<Platform, 'db'> & { entitlements: EntitlementsService; viewing: Viewing };

/** What there is to buy, and what somebody has. */
export function createSubscriptionsService({ db, entitlements, viewing }: Deps) {
  return {
    listPlans: async (platform: 'PP' | 'WV'): Promise<Plan[]> => presentPlans(await listForSale(db, platform)),

    /** NOT_FOUND. */
    async read(actor: Person, subscriptionId: string): Promise<Subscription> {
      await authorize(db, actor, 'subscription.read', [subscriptionId]);
      return viewing.viewById(subscriptionId);
    },

    /** The plan of an account, and what of it is used; null for one that has none. NOT_FOUND. */
    async summary(actor: Person, userId: string): Promise<SubscriptionSummary | null> {
      await authorize(db, actor, 'account.read', [userId]);
      const plan = await entitlements.find(db, userId);
      const newest = await findNewest(db, userId);
      if (!plan) return null;
      const used = async (kind: 'devices' | 'playlists' | 'albums' | 'sharingGroups') => ({
        used: await entitlements.count(db, userId, kind),
        allowed: plan[kind],
      });
      return {
        planName: plan.planName,
        status: plan.hasEnded ? 'expired' : 'active',
        isTrial: plan.isTrial,
        endDate: (newest && newest.ended_at === null && !plan.isTrial ? newest.period_end : plan.endsAt).toISOString(),
        users: plan.users,
        devices: await used('devices'),
        playlists: await used('playlists'),
        albums: await used('albums'),
        sharingGroups: await used('sharingGroups'),
        subscriptionId: newest?.id ?? null,
      };
    },
  };
}

export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>;
