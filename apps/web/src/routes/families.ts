import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { redirectAdministratorToConsole } from './guards.ts';
import { mainRoute } from './main-route.ts';

const familyRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/family',
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/families/pages/family.tsx'), 'FamilyPage'),
});

export const familyRoutes = [familyRoute] as const;
