/** All pages on which a plan is chosen and paid in one chunk, because each chunk adds its name to the first script. */
export { PlanConfirmationPage } from './plan-confirmation.tsx';
export { PlanPaymentPage } from './plan-payment.tsx';
export { SubscriptionPage } from './subscription.tsx';
