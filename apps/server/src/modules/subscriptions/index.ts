export { subscriptionsModule } from './module.ts';
export { getPlanEnd } from './plan-end.rules.ts';
export { subscriptionChanged } from './subscriptions.events.ts';
