import type { Subscription } from '@vitrine/contract/subscriptions';
import { formatDate } from '../../lib/format.ts';
import { isSubscriptionRunning, isTopPlan } from './plan-offers.ts';

type Tone = 'success' | 'warning' | 'danger' | 'accent' | 'neutral';

const STATE_BADGES: Record<Subscription['state'], { word: string; tone: Tone }> = {
  incomplete: { word: 'Waiting for payment', tone: 'warning' },
  trial: { word: 'Trial', tone: 'accent' },
  active: { word: 'Active', tone: 'success' },
  pastDue: { word: 'Past due', tone: 'danger' },
  cancelled: { word: 'Cancelled, still running', tone: 'warning' },
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
    ? `Your plan is cancelled and runs until ${formatUnixDate(subscription.current_period_end)}. Keep it, and you can change to another one.`
    : 'The last payment failed. Change the card first; then you can change the plan.';
}

/** What a person should know about the state and does not read from the facts. */
export function getSubscriptionNote(subscription: Subscription): string | undefined {
  const end = formatUnixDate(subscription.current_period_end);
  switch (subscription.state) {
    case 'incomplete':
      return 'The first payment has not been made yet. Nothing has been charged.';
    case 'pastDue':
      return subscription.nextAttempt === null
        ? 'The last payment failed and will not be tried again. Change the card to keep your plan.'
        : `The last payment failed. Everything keeps working; the card is tried again on ${formatUnixDate(subscription.nextAttempt)}.`;
    case 'cancelled':
      return `You keep everything until ${end}. After that nothing is charged.`;
    case 'expired':
      return `The plan ended on ${end}. New uploads and new devices wait; what is there stays and keeps playing.`;
    default:
      return subscription.source === 'given' ? 'An administrator gave you this plan. No card is charged for it.' : undefined;
  }
}

/** The button to other plans; none for whoever has the largest there are. */
export function getNextPlanLabel(subscription: Subscription): 'Upgrade Plan' | 'Purchase Plan' | undefined {
  if (isSubscriptionRunning(subscription) && isTopPlan(subscription.plan.nickname)) return undefined;
  return isSubscriptionRunning(subscription) && subscription.state !== 'cancelled' ? 'Upgrade Plan' : 'Purchase Plan';
}

/** `Family Plan`, `Single User Plan`. */
export const getFullPlanName = (planName: string): string => (/\bplan$/i.test(planName) ? planName : `${planName} Plan`);
