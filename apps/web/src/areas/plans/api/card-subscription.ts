import { queryOptions } from '@tanstack/react-query';
import type { SubscribeBody } from '@vitrine/contract/subscriptions';
import * as endpoints from '@vitrine/contract/subscriptions.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { billingKeys } from '../../../lib/query-keys.ts';
import { type PlanOffer, toPurchaseItem } from '../plan-offers.ts';

type Platform = 'PP' | 'WV';

export const plansOptions = (platform: Platform) =>
  queryOptions({
    queryKey: billingKeys.plans(platform),
    queryFn: ({ signal }) => call(endpoints.listPlans, { query: { platform }, signal }),
  });

/** What was bought: the card provider's record, and the state we know it in. */
export const cardSubscriptionOptions = (subscriptionId: string) =>
  queryOptions({
    queryKey: billingKeys.one(subscriptionId),
    queryFn: ({ signal }) => call(endpoints.readCardSubscription, { params: { subscriptionId }, signal }),
  });

/** What it would cost now. The bank reckons it to the second, so it is asked each time. */
export const pricePreviewOptions = (priceId: string) =>
  queryOptions({
    queryKey: billingKeys.preview(priceId),
    queryFn: ({ signal }) => call(endpoints.previewSubscription, { body: { priceId }, signal }),
    staleTime: 0,
    gcTime: 0,
    // The time it was reckoned for belongs to the amount that is shown.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

interface Purchase {
  offer: PlanOffer;
  platform: Platform;
  idempotencyKey: string;
}

export function subscribe({ offer, platform, idempotencyKey, paymentMethodId }: Purchase & Pick<SubscribeBody, 'paymentMethodId'>) {
  const { plan, price } = offer;
  const body = {
    paymentMethodId,
    planId: plan._id,
    priceId: price.priceId,
    amount: price.amount,
    items: [toPurchaseItem(offer, platform)],
    idempotencyKey,
  };
  return call(endpoints.subscribe, { body });
}

export interface PlanChange extends Purchase {
  subscriptionId: string;
  /** As told by the preview. */
  amountDue: number;
  prorationDate: number;
}

export function changePlan({ offer, platform, idempotencyKey, subscriptionId, amountDue, prorationDate }: PlanChange) {
  const body = { planId: offer.plan._id, items: [toPurchaseItem(offer, platform)], amount: amountDue, prorationDate, idempotencyKey };
  return send(endpoints.changeSubscription, { params: { id: subscriptionId }, body });
}

export const cancelSubscription = (subscriptionId: string) => send(endpoints.cancelSubscription, { params: { subscriptionId } });
export const resumeSubscription = (subscriptionId: string) => send(endpoints.resumeSubscription, { params: { id: subscriptionId } });
export const changeCard = (subscriptionId: string, paymentMethodId: string) =>
  send(endpoints.changeCard, { params: { id: subscriptionId }, body: { paymentMethodId } });
