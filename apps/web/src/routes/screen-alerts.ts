import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { unsubscribeSearch } from '../areas/screen-alerts/search-params.ts';
import { mainRoute, redirectAdministratorToConsole } from './parent-routes.ts';
import { publicRoute } from './site.ts';

const alertsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/alerts',
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/screen-alerts/pages/screen-alerts.tsx'), 'ScreenAlertsPage'),
});
const unsubscribeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/unsubscribe',
  validateSearch: unsubscribeSearch,
  component: lazyRouteComponent(() => import('../areas/screen-alerts/pages/unsubscribe.tsx'), 'UnsubscribePage'),
});

export const screenAlertRoutes = [alertsRoute] as const;
export const unsubscribeRoutes = [unsubscribeRoute] as const;
