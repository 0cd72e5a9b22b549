/** One chunk for making, paying and confirming a poster; see playlist-pages.ts. */
export { MakePosterPage } from './make-poster.tsx';
export { OrderConfirmPage } from './order-confirm.tsx';
