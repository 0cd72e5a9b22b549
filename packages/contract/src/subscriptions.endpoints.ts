import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  changeBody,
  changeCardBody,
  creditBalance,
  extraScreensBody,
  extraScreensPreviewBody,
  plan,
  preview,
  previewBody,
  pricesQuery,
  subscribeBody,
  subscribed,
  subscription,
  subscriptionSummary,
} from './subscriptions.ts';

export const readSubscription = endpoint({
  method: 'GET',
  path: '/subscriptions/:userId',
  summary: 'Returns the current plan of a user, or null when there is none.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'billing',
  result: subscriptionSummary.nullable(),
});

export const readCredit = endpoint({
  method: 'GET',
  path: '/stripes/credit/:userId',
  summary: 'Returns the credit that a user has at the bank.',
  errors: ['NOT_FOUND', 'BANK_AWAY'],
  access: 'session',
  tag: 'billing',
  result: creditBalance,
});

export const listPlans = endpoint({
  method: 'GET',
  path: '/stripes/prices',
  summary: 'Lists the plans for sale with their prices.',
  errors: [],
  access: 'public',
  tag: 'billing',
  query: pricesQuery,
  result: z.array(plan),
});

export const readCardSubscription = endpoint({
  method: 'GET',
  path: '/stripes/subscriptions/:subscriptionId',
  summary: 'Returns a subscription that is paid by card.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'billing',
  result: subscription,
});

export const subscribe = endpoint({
  method: 'POST',
  path: '/stripes/subscription',
  summary: 'Subscribes to a plan with a card.',
  description:
    'Repeat the request with the same `idempotencyKey` after a lost response, or with another card after a refusal: at most one payment is made.',
  errors: [
    'NOT_FOUND',
    'PLAN_UNKNOWN',
    'PLAN_CHANGED',
    'AMOUNT_DIFFERS',
    'ALREADY_SUBSCRIBED',
    'PAYMENT_BUSY',
    'CARD_REFUSED',
    'BANK_AWAY',
  ],
  access: 'session',
  tag: 'billing',
  body: subscribeBody,
  result: subscribed,
});

export const changeSubscription = endpoint({
  method: 'PUT',
  path: '/stripes/subscription/:id',
  summary: 'Changes the plan or the billing interval of a subscription immediately.',
  errors: [
    'NOT_FOUND',
    'PLAN_UNKNOWN',
    'PLAN_CHANGED',
    'SAME_PLAN',
    'EXTRA_SCREENS_UNAVAILABLE',
    'AMOUNT_DIFFERS',
    'CREDIT_REFUNDED',
    'SUBSCRIPTION_GIVEN',
    'SUBSCRIPTION_ENDED',
    'PAYMENT_BUSY',
    'CARD_REFUSED',
    'BANK_AWAY',
  ],
  access: 'session',
  tag: 'billing',
  body: changeBody,
  result: subscribed,
});

export const cancelSubscription = endpoint({
  method: 'DELETE',
  path: '/stripes/subscription/:subscriptionId',
  summary: 'Cancels a subscription at the end of the paid period.',
  errors: ['NOT_FOUND', 'SUBSCRIPTION_GIVEN', 'SUBSCRIPTION_ENDED', 'PAYMENT_BUSY', 'BANK_AWAY'],
  access: 'session',
  tag: 'billing',
  result: subscription,
});

export const resumeSubscription = endpoint({
  method: 'PUT',
  path: '/stripes/subscription/:id/resume',
  summary: 'Withdraws the cancellation of a subscription.',
  errors: ['NOT_FOUND', 'SUBSCRIPTION_GIVEN', 'SUBSCRIPTION_ENDED', 'PAYMENT_BUSY', 'BANK_AWAY'],
  access: 'session',
  tag: 'billing',
  result: subscription,
});

export const changeCard = endpoint({
  method: 'PUT',
  path: '/stripes/subscription/:id/card',
  summary: 'Replaces the card of a subscription and retries a failed payment with it.',
  errors: ['NOT_FOUND', 'SUBSCRIPTION_GIVEN', 'SUBSCRIPTION_ENDED', 'PAYMENT_BUSY', 'CARD_REFUSED', 'BANK_AWAY'],
  access: 'session',
  tag: 'billing',
  body: changeCardBody,
  result: subscription,
});

export const previewExtraScreens = endpoint({
  method: 'POST',
  path: '/stripes/subscription/:id/extra-screens/preview',
  summary: 'Calculates what another number of extra screens costs now and later.',
  errors: [
    'NOT_FOUND',
    'EXTRA_SCREENS_UNAVAILABLE',
    'EXTRA_SCREENS_IN_USE',
    'CREDIT_REFUNDED',
    'SUBSCRIPTION_GIVEN',
    'SUBSCRIPTION_ENDED',
    'PAYMENT_BUSY',
    'BANK_AWAY',
  ],
  access: 'session',
  tag: 'billing',
  body: extraScreensPreviewBody,
  result: preview,
});

export const changeExtraScreens = endpoint({
  method: 'PUT',
  path: '/stripes/subscription/:id/extra-screens',
  summary: 'Changes the number of extra screens of a subscription immediately.',
  description:
    'The rest of the period is charged for added screens and credited for removed ones. A request for the current number changes nothing, so a repeated request is charged once.',
  errors: [
    'NOT_FOUND',
    'EXTRA_SCREENS_UNAVAILABLE',
    'EXTRA_SCREENS_IN_USE',
    'AMOUNT_DIFFERS',
    'CREDIT_REFUNDED',
    'SUBSCRIPTION_GIVEN',
    'SUBSCRIPTION_ENDED',
    'PAYMENT_BUSY',
    'CARD_REFUSED',
    'BANK_AWAY',
  ],
  access: 'session',
  tag: 'billing',
  body: extraScreensBody,
  result: subscribed,
});

export const previewSubscription = endpoint({
  method: 'POST',
  path: '/stripes/preview',
  summary: 'Calculates what a new subscription or a change of plan costs now and later.',
  errors: ['NOT_FOUND', 'PLAN_UNKNOWN', 'EXTRA_SCREENS_UNAVAILABLE', 'CREDIT_REFUNDED', 'BANK_AWAY'],
  access: 'session',
  tag: 'billing',
  body: previewBody,
  result: preview,
});
