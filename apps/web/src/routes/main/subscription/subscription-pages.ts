/** One chunk for all pages on which a plan is chosen and paid; see playlist-pages.ts. */
export { PlanPaymentPage } from './card-page.tsx';
export { PlanConfirmationPage } from './confirm-page.tsx';
export { SubscriptionPage } from './subscription.tsx';
