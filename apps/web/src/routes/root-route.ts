import { createRootRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('./public/shell/public-not-found.tsx'), 'PublicNotFound'),
});
