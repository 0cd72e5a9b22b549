import { endpoint } from './endpoint.ts';
import { subscriptionSummary } from './subscriptions.ts';

export const readSubscription = endpoint({
  method: 'GET',
  path: '/subscriptions/:userId',
  access: 'session',
  tag: 'billing',
  result: subscriptionSummary.nullable(),
});
