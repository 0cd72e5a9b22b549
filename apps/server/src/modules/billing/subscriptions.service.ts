import type { SubscriptionSummary } from '@vitrine/contract';
import { authorize, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';

export function createSubscriptionsService({ db, entitlements }: Pick<Platform, 'db'> & { entitlements: EntitlementsService }) {
  return {
    /** The plan of an account, and what of it is used; null for one that has none. NOT_FOUND. */
    async summary(actor: Person, userId: string): Promise<SubscriptionSummary | null> {
      await authorize(db, actor, 'account.read', [userId]);
      const plan = await entitlements.find(db, userId);
      if (!plan) return null;
      const used = async (kind: 'devices' | 'playlists' | 'albums') => ({
        used: await entitlements.count(db, { userId }, kind),
        allowed: plan[kind],
      });
      return {
        planName: plan.planName,
        status: plan.hasEnded ? 'expired' : 'active',
        isTrial: plan.isTrial,
        endDate: plan.endsAt.toISOString(),
        users: plan.users,
        devices: await used('devices'),
        playlists: await used('playlists'),
        albums: await used('albums'),
      };
    },
  };
}

export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>;
