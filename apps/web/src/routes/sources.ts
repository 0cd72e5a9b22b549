import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mainRoute, redirectAdministratorToConsole } from './parent-routes.ts';

const sourcesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/sources',
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/sources/pages/sources.tsx'), 'SourcesPage'),
});

export const sourceRoutes = [sourcesRoute] as const;
