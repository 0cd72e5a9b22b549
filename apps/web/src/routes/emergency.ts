import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mainRoute, redirectAdministratorToConsole } from './parent-routes.ts';

const emergencyRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/emergency',
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/emergency/pages/emergency.tsx'), 'EmergencyPage'),
});

export const emergencyRoutes = [emergencyRoute] as const;
