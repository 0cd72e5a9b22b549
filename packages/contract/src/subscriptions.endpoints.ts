import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  changeBody,
  changeCardBody,
  creditBalance,
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
  access: 'session',
  tag: 'billing',
  result: subscriptionSummary.nullable(),
});

/** The account's own, or for administrators. BANK_AWAY. */
export const readCredit = endpoint({
  method: 'GET',
  path: '/stripes/credit/:userId',
  access: 'session',
  tag: 'billing',
  result: creditBalance,
});

/** Without a session too: who comes from the pricing page has no account yet. */
export const listPlans = endpoint({
  method: 'GET',
  path: '/stripes/prices',
  access: 'public',
  tag: 'billing',
  query: pricesQuery,
  result: z.array(plan),
});

export const readCardSubscription = endpoint({
  method: 'GET',
  path: '/stripes/subscriptions/:subscriptionId',
  access: 'session',
  tag: 'billing',
  result: subscription,
});

export const subscribe = endpoint({
  method: 'POST',
  path: '/stripes/subscription',
  access: 'session',
  tag: 'billing',
  body: subscribeBody,
  result: subscribed,
});

/** Another plan or interval, from now on. */
export const changeSubscription = endpoint({
  method: 'PUT',
  path: '/stripes/subscription/:id',
  access: 'session',
  tag: 'billing',
  body: changeBody,
  result: subscribed,
});

/** At the end of what is paid. */
export const cancelSubscription = endpoint({
  method: 'DELETE',
  path: '/stripes/subscription/:subscriptionId',
  access: 'session',
  tag: 'billing',
  result: subscription,
});

/** Takes a cancellation back. */
export const resumeSubscription = endpoint({
  method: 'PUT',
  path: '/stripes/subscription/:id/resume',
  access: 'session',
  tag: 'billing',
  result: subscription,
});

/** A payment that failed is tried with the new card at once. */
export const changeCard = endpoint({
  method: 'PUT',
  path: '/stripes/subscription/:id/card',
  access: 'session',
  tag: 'billing',
  body: changeCardBody,
  result: subscription,
});

export const previewSubscription = endpoint({
  method: 'POST',
  path: '/stripes/preview',
  access: 'session',
  tag: 'billing',
  body: previewBody,
  result: preview,
});
