import { FREE_PLAN, type SubscriptionSummary } from '@vitrine/contract';
import type { Holdings } from './subscriptions.read-model.ts';

/** Until plans can be bought, users are on the Free plan from the day they signed up; the other roles have none. */
export function subscriptionOf(holdings: Holdings, now: Date): SubscriptionSummary | null {
  if (holdings.role !== 'user') return null;
  const endsAt = new Date(holdings.created_at.getTime() + FREE_PLAN.trialMs);
  return {
    planName: FREE_PLAN.planName,
    status: now < endsAt ? 'active' : 'expired',
    isTrial: true,
    endDate: endsAt.toISOString(),
    users: FREE_PLAN.users,
    devices: { used: holdings.devices, allowed: FREE_PLAN.devices },
    playlists: { used: holdings.playlists, allowed: FREE_PLAN.playlists },
    albums: { used: holdings.albums, allowed: FREE_PLAN.albums },
  };
}
