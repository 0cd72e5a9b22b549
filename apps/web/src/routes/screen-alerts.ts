import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mainRoute, redirectAdministratorToConsole } from './parent-routes.ts';

const alertsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/alerts',
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/screen-alerts/pages/screen-alerts.tsx'), 'ScreenAlertsPage'),
});

export const screenAlertRoutes = [alertsRoute] as const;
