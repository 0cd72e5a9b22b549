import type { Subscribed, Subscription } from '@vitrine/contract/subscriptions';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { billingKeys } from '../../../entities/billing/billing-keys.ts';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { cancelSubscription, changeCard, changePlan, type PlanChange, resumeSubscription, subscribe } from './card-subscription.ts';

interface Said {
  message?: string;
}

/** A plan decides how much may be stored and how many devices there may be. */
const STALE = [billingKeys.subscriptions, billingKeys.payments, accountKeys.storages, deviceKeys.all];

// A refused or lost answer may have left an order, or even a payment.
export const useSubscribe = () =>
  useChange({ change: (input: Parameters<typeof subscribe>[0]) => subscribe(input), stale: STALE, isStaleOnError: true });

export const useChangePlan = (after?: After<PlanChange, Said & { result: Subscribed }>) =>
  useChange({ change: (input: PlanChange) => changePlan(input), stale: STALE, isStaleOnError: true }, after);

export const useCancelPlan = (subscriptionId: string, after: After<void, Said & { result: Subscription }>) =>
  useChange({ change: () => cancelSubscription(subscriptionId), stale: STALE }, after);

export const useKeepPlan = (subscriptionId: string, after: After<void, Said & { result: Subscription }>) =>
  useChange({ change: () => resumeSubscription(subscriptionId), stale: STALE }, after);

/** By its payment method. */
export const useChangeCard = (subscriptionId: string) =>
  useChange({ change: (paymentMethodId: string) => changeCard(subscriptionId, paymentMethodId), stale: STALE, isStaleOnError: true });
