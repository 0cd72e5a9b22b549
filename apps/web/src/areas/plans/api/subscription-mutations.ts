import type { Subscribed, Subscription } from '@vitrine/contract/subscriptions';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { billingKeys, deviceKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import { cancelSubscription, changeCard, changePlan, type PlanChange, resumeSubscription, subscribe } from './card-subscription.ts';

/** A plan decides how much may be stored and how many devices there may be. */
const SUBSCRIPTION_KEYS = [billingKeys.subscriptions, billingKeys.payments, accountKeys.storages, deviceKeys.all];

// A refused or lost answer may have left an order, or even a payment.
export const useSubscribe = () =>
  useApiMutation({ change: (input: Parameters<typeof subscribe>[0]) => subscribe(input), stale: SUBSCRIPTION_KEYS, isStaleOnError: true });

export const useChangePlan = (after?: MutationCallbacks<PlanChange, MessageResponse & { result: Subscribed }>) =>
  useApiMutation({ change: (input: PlanChange) => changePlan(input), stale: SUBSCRIPTION_KEYS, isStaleOnError: true }, after);

export const useCancelPlan = (subscriptionId: string, after: MutationCallbacks<void, MessageResponse & { result: Subscription }>) =>
  useApiMutation({ change: () => cancelSubscription(subscriptionId), stale: SUBSCRIPTION_KEYS }, after);

export const useResumePlan = (subscriptionId: string, after: MutationCallbacks<void, MessageResponse & { result: Subscription }>) =>
  useApiMutation({ change: () => resumeSubscription(subscriptionId), stale: SUBSCRIPTION_KEYS }, after);

/** By its payment method. */
export const useChangeCard = (subscriptionId: string) =>
  useApiMutation({
    change: (paymentMethodId: string) => changeCard(subscriptionId, paymentMethodId),
    stale: SUBSCRIPTION_KEYS,
    isStaleOnError: true,
  });
