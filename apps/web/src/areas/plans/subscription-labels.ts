import type { Interval, Subscription, UpcomingCharges } from '@vitrine/contract/subscriptions';
import { formatCents, formatDate, formatPrice } from '../../lib/format.ts';
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

const INTERVAL_SUFFIXES = { month: 'mo', year: 'yr' } as const;
const INTERVAL_LABELS = { month: 'Monthly', year: 'Yearly' } as const;

/** `$299/mo`, `$2,990/yr`, `--` for nothing (specification 3 §9). */
export const formatPlanPrice = (cents: number, interval: Interval): string =>
  cents === 0 ? '--' : `${formatPrice(cents)}/${INTERVAL_SUFFIXES[interval]}`;

/** `3 × $20/mo`. */
export const formatExtraScreens = ({ extraScreens: { quantity, amount }, plan }: Pick<Subscription, 'extraScreens' | 'plan'>): string =>
  amount === null ? String(quantity) : `${quantity} × ${formatPlanPrice(amount, plan.interval)}`;

export const getIntervalLabel = (interval: Interval): string => INTERVAL_LABELS[interval];

const dateOf = (seconds: number): string => formatDate(new Date(seconds * 1000).toISOString());

/** States the charges to come as they will happen: `Covered by credit until 08/25/2027, then $299.00 every month until you cancel.` */
export function upcomingWords({ coveredUntil, chargeAt, chargeAmount, amount, interval }: UpcomingCharges): string {
  const regular = `${formatCents(amount)} every ${interval}`;
  const isPart = chargeAmount < amount;
  if (coveredUntil !== null) {
    const first = isPart ? `, when ${formatCents(chargeAmount)} is charged` : '';
    return `Covered by credit until ${dateOf(coveredUntil)}${first}, then ${regular} until you cancel.`;
  }
  if (isPart) return `Your credit pays part of it: ${formatCents(chargeAmount)} on ${dateOf(chargeAt)}, then ${regular} until you cancel.`;
  return `Then ${regular} starting ${dateOf(chargeAt)} until you cancel.`;
}
