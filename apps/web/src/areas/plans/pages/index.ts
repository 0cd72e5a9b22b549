/** One chunk for all pages on which a plan is chosen and paid; see playlist-pages.ts. */

export { PlanConfirmationPage } from './plan-confirmation.tsx';
export { PlanPaymentPage } from './plan-payment.tsx';
export { SubscriptionPage } from './subscription.tsx';
