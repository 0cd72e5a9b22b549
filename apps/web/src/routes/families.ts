import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mainRoute, redirectAdministratorToConsole } from './parent-routes.ts';

const familyRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/family',
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/families/pages/family.tsx'), 'FamilyPage'),
});

export const familyRoutes = [familyRoute] as const;
