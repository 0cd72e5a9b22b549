/**
 * States of a subscription and the steps between them, from left to right:
 *
 * - incomplete: bought, the first payment is not made yet
 * - trial: before the first payment, for the plan's trial days
 * - active: paid and renewed
 * - pastDue: a renewal failed; everything continues during the retries
 * - cancelled: runs until the end of the paid period
 * - expired: ended permanently; the account subscribes again with a new one
 *
 * The bank moves the state and we only read it. Several steps may happen between two queries, so every state leads to every other that can follow. A step's
 * notice is stated in its row and sent once, because a step happens once, under the row's lock.
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

/** Returns the state that the bank's record corresponds to. */
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

/** Returns the step to the bank's state. Impossible steps are ignored, and an expired subscription stays expired. */
export function transition(
  from: SubscriptionState,
  to: SubscriptionState,
): { state: SubscriptionState; notices: readonly SubscriptionNotice[] } {
  const notices = TRANSITIONS[from][to];
  return notices ? { state: to, notices } : { state: from, notices: [] };
}
