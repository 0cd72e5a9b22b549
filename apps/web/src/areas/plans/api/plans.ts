import { queryOptions } from '@tanstack/react-query';
import type { PlanBody } from '@vitrine/contract/plans';
import * as endpoints from '@vitrine/contract/plans.endpoints';
import type { ExtraScreensBody, SubscribeBody, Subscribed, Subscription } from '@vitrine/contract/subscriptions';
import * as subscriptionsEndpoints from '@vitrine/contract/subscriptions.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { billingKeys, deviceKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import { type PlanOffer, toPurchaseItem } from '../plan-offers.ts';

export const editablePlansOptions = () =>
  queryOptions({ queryKey: billingKeys.plans('console'), queryFn: ({ signal }) => call(endpoints.listEditablePlans, { signal }) });

interface PlanEdit {
  id: string;
  body: PlanBody;
}
const editPlan = ({ id, body }: PlanEdit) => send(endpoints.editPlan, { params: { id }, body });

/** After a conflict, the list shows the other editor's change. */
export const useEditPlan = (after: MutationCallbacks<PlanEdit, MessageResponse>) =>
  useApiMutation({ mutate: editPlan, invalidates: [billingKeys.allPlans], invalidatesOnError: true }, after);

type Platform = 'PP' | 'WV';

export const plansOptions = (platform: Platform) =>
  queryOptions({
    queryKey: billingKeys.plans(platform),
    queryFn: ({ signal }) => call(subscriptionsEndpoints.listPlans, { query: { platform }, signal }),
  });

/** Subscription: the payment provider's record, and our state. */
export const cardSubscriptionOptions = (subscriptionId: string) =>
  queryOptions({
    queryKey: billingKeys.one(subscriptionId),
    queryFn: ({ signal }) => call(subscriptionsEndpoints.readCardSubscription, { params: { subscriptionId }, signal }),
  });

/** Previews are requested each time, because the bank prorates to the second. */
const PREVIEW_CACHING = {
  staleTime: 0,
  gcTime: 0,
  // The prorated instant belongs to the displayed amount.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Current price of a change. */
export const pricePreviewOptions = (priceId: string) =>
  queryOptions({
    queryKey: billingKeys.preview(priceId),
    queryFn: ({ signal }) => call(subscriptionsEndpoints.previewSubscription, { body: { priceId }, signal }),
    ...PREVIEW_CACHING,
  });

/** Current price of a change to a number of extra screens. */
export const extraScreensPreviewOptions = (subscriptionId: string, quantity: number) =>
  queryOptions({
    queryKey: billingKeys.extraScreensPreview(subscriptionId, quantity),
    queryFn: ({ signal }) =>
      call(subscriptionsEndpoints.previewExtraScreens, { params: { id: subscriptionId }, body: { quantity }, signal }),
    // A refusal is final for this number.
    retry: false,
    ...PREVIEW_CACHING,
  });

interface Purchase {
  offer: PlanOffer;
  platform: Platform;
  idempotencyKey: string;
}

function subscribe({ offer, platform, idempotencyKey, paymentMethodId }: Purchase & Pick<SubscribeBody, 'paymentMethodId'>) {
  const { plan, price } = offer;
  const body = {
    paymentMethodId,
    planId: plan._id,
    priceId: price.priceId,
    amount: price.amount,
    items: [toPurchaseItem(offer, platform)],
    idempotencyKey,
  };
  return call(subscriptionsEndpoints.subscribe, { body });
}

interface PlanChange extends Purchase {
  subscriptionId: string;
  /** Values of the preview. */
  amountDue: number;
  prorationDate: number;
}

function changePlan({ offer, platform, idempotencyKey, subscriptionId, amountDue, prorationDate }: PlanChange) {
  const body = { planId: offer.plan._id, items: [toPurchaseItem(offer, platform)], amount: amountDue, prorationDate, idempotencyKey };
  return send(subscriptionsEndpoints.changeSubscription, { params: { id: subscriptionId }, body });
}

interface ExtraScreensChange extends ExtraScreensBody {
  subscriptionId: string;
}
const changeExtraScreens = ({ subscriptionId, ...body }: ExtraScreensChange) =>
  send(subscriptionsEndpoints.changeExtraScreens, { params: { id: subscriptionId }, body });

const cancelSubscription = (subscriptionId: string) => send(subscriptionsEndpoints.cancelSubscription, { params: { subscriptionId } });
const resumeSubscription = (subscriptionId: string) => send(subscriptionsEndpoints.resumeSubscription, { params: { id: subscriptionId } });
const changeCard = (subscriptionId: string, paymentMethodId: string) =>
  send(subscriptionsEndpoints.changeCard, { params: { id: subscriptionId }, body: { paymentMethodId } });

/** A plan decides how much may be stored and how many devices there may be. */
const SUBSCRIPTION_KEYS = [billingKeys.subscriptions, billingKeys.payments, accountKeys.storages, deviceKeys.all];

// A refused or lost answer may have left an order, or even a payment.
export const useSubscribe = () =>
  useApiMutation({
    mutate: (input: Parameters<typeof subscribe>[0]) => subscribe(input),
    invalidates: SUBSCRIPTION_KEYS,
    invalidatesOnError: true,
  });

export const useChangePlan = (after?: MutationCallbacks<PlanChange, MessageResponse & { result: Subscribed }>) =>
  useApiMutation({ mutate: (input: PlanChange) => changePlan(input), invalidates: SUBSCRIPTION_KEYS, invalidatesOnError: true }, after);

export const useChangeExtraScreens = () =>
  useApiMutation({
    mutate: (input: ExtraScreensChange) => changeExtraScreens(input),
    invalidates: SUBSCRIPTION_KEYS,
    invalidatesOnError: true,
  });

export const useCancelPlan = (subscriptionId: string, after: MutationCallbacks<void, MessageResponse & { result: Subscription }>) =>
  useApiMutation({ mutate: () => cancelSubscription(subscriptionId), invalidates: SUBSCRIPTION_KEYS }, after);

export const useResumePlan = (subscriptionId: string, after: MutationCallbacks<void, MessageResponse & { result: Subscription }>) =>
  useApiMutation({ mutate: () => resumeSubscription(subscriptionId), invalidates: SUBSCRIPTION_KEYS }, after);

/** Changes the card to a payment method. */
export const useChangeCard = (subscriptionId: string) =>
  useApiMutation({
    mutate: (paymentMethodId: string) => changeCard(subscriptionId, paymentMethodId),
    invalidates: SUBSCRIPTION_KEYS,
    invalidatesOnError: true,
  });
