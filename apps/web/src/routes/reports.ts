import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { reportsSearch } from '../areas/reports/search-params.ts';
import { mainRoute, redirectAdministratorToConsole } from './parent-routes.ts';

const reportsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/reports',
  validateSearch: reportsSearch,
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/reports/pages/reports.tsx'), 'ReportsPage'),
});

export const reportRoutes = [reportsRoute] as const;
