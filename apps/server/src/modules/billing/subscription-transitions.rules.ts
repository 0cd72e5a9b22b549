/**
 * The life of a subscription. Its states, from left to right, and every way between them:
 *
 *   incomplete   bought, the first payment is not made yet
 *   trial        before the first payment, by the plan's trial days
 *   active       paid and renewed
 *   pastDue      a renewal failed; everything goes on while it is tried again
 *   cancelled    runs until the end of what is paid
 *   expired      over, for good: whoever comes back buys another
 *
 * The bank moves it, we only read: between two looks several steps may have been made, so every state leads to every other that can follow.
 * What a step tells its payer stands in its row, and is told once, because a step is made once, under the row's lock.
 */
import type { SubscriptionState } from '@vitrine/contract';
import type { BankSubscription } from '../../platform/cards/cards.ts';

/** A mail to the payer. Receipts come with the orders that are paid. */
export type SubscriptionNotice =
  | 'trialStarted'
  | 'cancelled'
  | 'resumed'
  | 'paymentFailed'
  | 'recovered'
  | 'ended'
  | 'endedUnpaid'
  | 'planChanged';

type TransitionNotices = Partial<Record<SubscriptionState, readonly SubscriptionNotice[]>>;

export const TRANSITIONS: Record<SubscriptionState, TransitionNotices> = {
  incomplete: { trial: ['trialStarted'], active: [], pastDue: ['paymentFailed'], cancelled: ['cancelled'], expired: [] },
  trial: { active: [], pastDue: ['paymentFailed'], cancelled: ['cancelled'], expired: ['ended'] },
  active: { pastDue: ['paymentFailed'], cancelled: ['cancelled'], expired: ['ended'], trial: [] },
  pastDue: { active: ['recovered'], cancelled: ['recovered', 'cancelled'], expired: ['endedUnpaid'] },
  cancelled: { trial: ['resumed'], active: ['resumed'], pastDue: ['paymentFailed'], expired: ['ended'] },
  expired: {},
};

const RUNNING: ReadonlySet<SubscriptionState> = new Set(['trial', 'active', 'pastDue', 'cancelled']);
/** Gives what its plan holds. */
export const isRunning = (state: SubscriptionState): boolean => RUNNING.has(state);

/** What the bank's record amounts to. */
export function toSubscriptionState({
  status,
  cancelAtPeriodEnd,
}: Pick<BankSubscription, 'status' | 'cancelAtPeriodEnd'>): SubscriptionState {
  switch (status) {
    case 'incomplete':
      return 'incomplete';
    case 'trialing':
      return cancelAtPeriodEnd ? 'cancelled' : 'trial';
    case 'active':
      return cancelAtPeriodEnd ? 'cancelled' : 'active';
    case 'past_due':
    case 'unpaid':
      return 'pastDue';
    case 'canceled':
    case 'incomplete_expired':
      return 'expired';
  }
}

/** The step from one state to what the bank says; a step that cannot be is none, and what is expired stays so. */
export function transition(
  from: SubscriptionState,
  to: SubscriptionState,
): { state: SubscriptionState; notices: readonly SubscriptionNotice[] } {
  const notices = TRANSITIONS[from][to];
  return notices ? { state: to, notices } : { state: from, notices: [] };
}
