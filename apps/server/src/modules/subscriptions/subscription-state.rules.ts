import type { SubscriptionState } from '@vitrine/contract';
import type { BankCard, BankInvoice, BankSubscription } from '../../platform/cards/cards.ts';
import { isRunning, type SubscriptionNotice, toSubscriptionState, transition } from './subscription-transitions.rules.ts';

const DAY_MS = 86_400_000;
/** A failed renewal is retried on days 1, 3, 5 and 7, and the bank's event may be a day late. */
const RENEWAL_GRACE_MS = 8 * DAY_MS;

/** Extra screens that a subscription pays for, and our id of the price with which they were sold. */
export interface SoldExtraScreens {
  priceId: string;
  quantity: number;
}

/** Our record of a subscription paid by card. */
export interface SubscriptionRecord {
  state: SubscriptionState;
  priceId: string;
  /** Null without extra screens. */
  extraScreens: SoldExtraScreens | null;
  periodStart: Date;
  periodEnd: Date;
  endedAt: Date | null;
  failedAttempts: number;
  nextAttemptAt: Date | null;
  openIntentId: string | null;
  card: BankCard | null;
}

/** State at the bank: the subscription, its invoices (newest first) and the charged card. */
export interface BankState {
  subscription: BankSubscription;
  /** Ours, of the price that it runs at. */
  priceId: string;
  /** Extra screens that it bills, with our id of their price. */
  extraScreens: SoldExtraScreens | null;
  invoices: BankInvoice[];
  card: BankCard | null;
}

export interface SyncResult {
  record: SubscriptionRecord;
  notices: SubscriptionNotice[];
  /** Until when the plan's limits hold; null where they never did. */
  grantedUntil: Date | null;
}

const at = (seconds: number) => new Date(seconds * 1000);

/**
 * Returns our record after a query to the bank: a function of the previous record and the response. The same response again changes nothing and sends no
 * notice.
 */
export function applyBankState(before: SubscriptionRecord, truth: BankState, now: Date): SyncResult {
  const { subscription, invoices } = truth;
  const { state, notices } = transition(before.state, toSubscriptionState(subscription));
  if (before.state === 'expired') return { record: before, notices: [], grantedUntil: before.endedAt };

  const open = invoices.find((invoice) => invoice.status === 'open');
  const failedAttempts = state === 'pastDue' ? Math.max(1, open?.attemptCount ?? 1) : 0;
  const record: SubscriptionRecord = {
    state,
    priceId: truth.priceId,
    extraScreens: truth.extraScreens,
    periodStart: at(subscription.currentPeriodStart),
    periodEnd: at(subscription.currentPeriodEnd),
    // The bank's clock may be ahead of ours: what is over there is over here.
    endedAt: state === 'expired' ? getEarlier(subscription.endedAt === null ? now : at(subscription.endedAt), now) : null,
    failedAttempts,
    nextAttemptAt: state === 'pastDue' && typeof open?.nextPaymentAttempt === 'number' ? at(open.nextPaymentAttempt) : null,
    openIntentId: state === 'expired' ? null : (open?.paymentIntentId ?? null),
    card: truth.card ?? before.card,
  };
  return { record, notices: [...notices, ...listNoticesWithoutTransition(before, record)], grantedUntil: getGrantedUntil(before, record) };
}

const getEarlier = (one: Date, other: Date) => (one < other ? one : other);

/** Notices without a change of state: another failed attempt, another plan. */
function listNoticesWithoutTransition(before: SubscriptionRecord, after: SubscriptionRecord): SubscriptionNotice[] {
  const told: SubscriptionNotice[] = [];
  const stays = before.state === after.state;
  if (stays && after.state === 'pastDue' && after.failedAttempts > before.failedAttempts) told.push('paymentFailed');
  if (isRunning(before.state) && isRunning(after.state) && before.priceId !== after.priceId) told.push('planChanged');
  return told;
}

/** Renewing subscriptions are granted beyond their period, because events may be late and a failed renewal is retried for a week. */
function getGrantedUntil(before: SubscriptionRecord, { state, periodStart, periodEnd, endedAt }: SubscriptionRecord): Date | null {
  switch (state) {
    case 'incomplete':
      return null;
    case 'cancelled':
      return periodEnd;
    case 'pastDue':
      // The period that has begun is not paid.
      return new Date(periodStart.getTime() + RENEWAL_GRACE_MS);
    case 'expired':
      return isRunning(before.state) ? endedAt : null;
    case 'trial':
    case 'active':
      return new Date(periodEnd.getTime() + RENEWAL_GRACE_MS);
  }
}
