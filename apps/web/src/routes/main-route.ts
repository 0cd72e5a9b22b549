import { createRoute, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router';
import { mainSearch } from '../lib/main-search.ts';
import { getSession } from '../lib/session.ts';
import { rootRoute } from './root-route.ts';

export const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/main',
  validateSearch: mainSearch,
  search: { middlewares: [retainSearchParams(['userId', 'open'])] },
  beforeLoad: ({ location }) => {
    if (!getSession()) throw redirect({ to: '/login', search: { next: location.href } });
  },
  component: lazyRouteComponent(() => import('../areas/shell/pages/main-layout.tsx'), 'MainLayout'),
});
