import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { getSession, isAdministrator } from '../../lib/session.ts';
import { rootRoute } from '../root-route.ts';

/** To everybody but administrators these addresses do not exist. */
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: () => {
    const session = getSession();
    if (!session) throw redirect({ to: '/login' });
    if (!isAdministrator(session)) throw notFound();
  },
});
/** All pages of the area come from one lazy file, so nobody but administrators loads any of it. */
const adminPages = () => import('./admin-pages.ts');
const unknownRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '$',
  component: lazyRouteComponent(adminPages, 'NotFoundPage'),
});

export const adminRoutes = adminRoute.addChildren([unknownRoute]);
