import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { subscriptionSearch } from '../areas/plans/search-params.ts';
import { mainRoute } from './parent-routes.ts';

const storageRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/storage',
  component: lazyRouteComponent(() => import('../areas/plans/pages/storage.tsx'), 'StoragePage'),
});
const subscriptionPages = () => import('../areas/plans/pages/index.ts');
const subscriptionRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/subscription',
  validateSearch: subscriptionSearch,
  component: lazyRouteComponent(subscriptionPages, 'SubscriptionPage'),
});
const cardRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/subscription/stripepayment',
  validateSearch: subscriptionSearch,
  component: lazyRouteComponent(subscriptionPages, 'PlanPaymentPage'),
});
const confirmRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/subscription/confirmpage',
  validateSearch: subscriptionSearch,
  component: lazyRouteComponent(subscriptionPages, 'PlanConfirmationPage'),
});

export const planRoutes = [storageRoute, subscriptionRoute, cardRoute, confirmRoute] as const;
