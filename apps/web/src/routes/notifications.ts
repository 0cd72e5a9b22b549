import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mainRoute } from './parent-routes.ts';

const notificationRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/notification',
  component: lazyRouteComponent(() => import('../areas/notifications/pages/notifications.tsx'), 'NotificationsPage'),
});

export const notificationRoutes = [notificationRoute] as const;
