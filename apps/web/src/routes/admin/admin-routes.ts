import { createRoute, lazyRouteComponent, notFound, redirect, retainSearchParams } from '@tanstack/react-router';
import { getSession, isAdministrator } from '../../lib/session.ts';
import { mainSearch } from '../main/main-search.ts';
import { rootRoute } from '../root-route.ts';
import { messagesSearch } from './messages/messages-search.ts';

/** To everybody but administrators these addresses do not exist. */
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: mainSearch,
  search: { middlewares: [retainSearchParams(['userId', 'open'])] },
  beforeLoad: ({ location }) => {
    const session = getSession();
    if (!session) throw redirect({ to: '/login', search: { next: location.href } });
    if (!isAdministrator(session)) throw notFound();
  },
  component: lazyRouteComponent(() => import('../main/shell/main-layout.tsx'), 'MainLayout'),
});
/** All pages of the area come from one lazy file, so nobody but administrators loads any of it. */
const adminPages = () => import('./admin-pages.ts');
const messagesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/messages',
  validateSearch: messagesSearch,
  component: lazyRouteComponent(adminPages, 'MessagesPage'),
});
const productsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/productList',
  component: lazyRouteComponent(adminPages, 'ProductsPage'),
});
const unknownRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '$',
  component: lazyRouteComponent(adminPages, 'NotFoundPage'),
});

export const adminRoutes = adminRoute.addChildren([messagesRoute, productsRoute, unknownRoute]);
