import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { profileRoute } from './profile.ts';

const transactionsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/transactions',
  component: lazyRouteComponent(() => import('../areas/payments/pages/transactions.tsx'), 'TransactionsPage'),
});
const receiptRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/transactions/$paymentId',
  component: lazyRouteComponent(() => import('../areas/payments/pages/receipt.tsx'), 'ReceiptPage'),
});

export const paymentRoutes = [transactionsRoute, receiptRoute] as const;
