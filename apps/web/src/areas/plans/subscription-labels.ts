import type { Subscription } from '@vitrine/contract/subscriptions';
import { formatDate } from '../../lib/format.ts';
import { isSubscriptionRunning, isTopPlan } from './plan-offers.ts';

type Tone = 'success' | 'warning' | 'danger' | 'accent' | 'neutral';

const STATE_BADGES: Record<Subscription['state'], { word: string; tone: Tone }> = {
  incomplete: { word: 'Payment pending', tone: 'warning' },
  trial: { word: 'Trial', tone: 'accent' },
  active: { word: 'Active', tone: 'success' },
  pastDue: { word: 'Past due', tone: 'danger' },
  cancelled: { word: 'Cancelled but running', tone: 'warning' },
  expired: { word: 'Expired', tone: 'danger' },
};
export const getStateBadge = ({ state }: Subscription) => STATE_BADGES[state];

export const formatUnixDate = (seconds: number): string => formatDate(new Date(seconds * 1000).toISOString());

export const getDateLabel = ({ status }: Subscription): string => (status === 'active' ? 'Next Billing Date' : 'Expire on');

/** Why another plan cannot be taken now, though one runs that is paid by card; nothing where it can. */
export function getChangeObstacle(subscription: Subscription): string | undefined {
  const { source, abilities, state } = subscription;
  if (source === 'given' || abilities.change || !isSubscriptionRunning(subscription)) return undefined;
  return state === 'cancelled'
    ? `Your plan is canceled and ends on ${formatUnixDate(subscription.current_period_end)}. To switch to another plan, keep your current plan first.`
    : 'Your last payment failed. Update your card before you change plans.';
}

/** Returns a note about a state that the facts do not show. */
export function getSubscriptionNote(subscription: Subscription): string | undefined {
  const end = formatUnixDate(subscription.current_period_end);
  switch (subscription.state) {
    case 'incomplete':
      return 'Your first payment is still pending. You haven’t been charged.';
    case 'pastDue':
      return subscription.nextAttempt === null
        ? 'Your last payment failed and won’t be retried. Update your card to keep your plan.'
        : `Your last payment failed. We’ll try your card again on ${formatUnixDate(subscription.nextAttempt)}. Everything keeps working until then.`;
    case 'cancelled':
      return `You can use your plan until ${end}. You won’t be charged again.`;
    case 'expired':
      return `Your plan ended on ${end}. Renew it to upload files and add devices. Your content is kept and keeps playing.`;
    default:
      return subscription.source === 'given' ? 'An administrator gave you this plan. You aren’t charged for it.' : undefined;
  }
}

/** Returns the label of the button to other plans; undefined for the largest plan. */
export function getNextPlanLabel(subscription: Subscription): 'Upgrade Plan' | 'Purchase Plan' | undefined {
  if (isSubscriptionRunning(subscription) && isTopPlan(subscription.plan.nickname)) return undefined;
  return isSubscriptionRunning(subscription) && subscription.state !== 'cancelled' ? 'Upgrade Plan' : 'Purchase Plan';
}

/** `Family Plan`, `Single User Plan`. */
export const getFullPlanName = (planName: string): string => (/\bplan$/i.test(planName) ? planName : `${planName} Plan`);
