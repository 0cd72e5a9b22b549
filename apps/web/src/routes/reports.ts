import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { reportsSearch, stopReportEmailsSearch } from '../areas/reports/search-params.ts';
import { mainRoute, redirectAdministratorToConsole } from './parent-routes.ts';
import { publicRoute } from './site.ts';

const reportsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/reports',
  validateSearch: reportsSearch,
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/reports/pages/reports.tsx'), 'ReportsPage'),
});

export const stopReportEmailsRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reports/stop',
  validateSearch: stopReportEmailsSearch,
  component: lazyRouteComponent(() => import('../areas/reports/pages/stop-emails.tsx'), 'StopEmailsPage'),
});

export const reportRoutes = [reportsRoute] as const;
