/** One chunk for making, paying and confirming a poster; see playlist-pages.ts. */
export { MakePosterPage } from '../../../areas/shop/pages/make-poster.tsx';
export { OrderConfirmPage } from '../../../areas/shop/pages/order-confirmation.tsx';
