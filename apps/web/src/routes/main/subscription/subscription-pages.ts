/** One chunk for all pages on which a plan is chosen and paid; see playlist-pages.ts. */
export { CardPage } from './card-page.tsx';
export { ConfirmPage } from './confirm-page.tsx';
export { SubscriptionPage } from './subscription.tsx';
