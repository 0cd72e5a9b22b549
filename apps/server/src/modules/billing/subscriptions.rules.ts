import { FREE_PLAN, type SubscriptionSummary } from '@vitrine/contract';
import type { Holdings } from './subscriptions.read-model.ts';

/** Users are on the Free plan from the day they signed up, unless they have another; the other roles have none. */
export function subscriptionOf(holdings: Holdings, now: Date): SubscriptionSummary | null {
  if (holdings.role !== 'user') return null;
  const endsAt = holdings.ends_at ?? new Date(holdings.created_at.getTime() + FREE_PLAN.trialMs);
  return {
    planName: holdings.plan_name ?? FREE_PLAN.planName,
    status: now < endsAt ? 'active' : 'expired',
    isTrial: holdings.plan_name === null,
    endDate: endsAt.toISOString(),
    users: FREE_PLAN.users,
    devices: { used: holdings.devices, allowed: holdings.devices_allowed ?? FREE_PLAN.devices },
    playlists: { used: holdings.playlists, allowed: FREE_PLAN.playlists },
    albums: { used: holdings.albums, allowed: FREE_PLAN.albums },
  };
}
