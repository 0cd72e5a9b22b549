import { createRootRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('../areas/site/pages/public-not-found.tsx'), 'PublicNotFound'),
});
