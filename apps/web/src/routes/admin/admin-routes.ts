import { createRoute, lazyRouteComponent, notFound, redirect, retainSearchParams } from '@tanstack/react-router';
import { getSession, isAdministrator } from '../../lib/session.ts';
import { mainSearch } from '../main/main-search.ts';
import { rootRoute } from '../root-route.ts';
import { messagesSearch } from './messages/messages-search.ts';
import { orderSearch, ordersSearch } from './orders/orders-search.ts';

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
const posterPriceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/poster/combination',
  component: lazyRouteComponent(adminPages, 'PosterPricePage'),
});
const posterPropertyRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/poster',
  component: lazyRouteComponent(adminPages, 'PosterPropertyPage'),
});
const orderStatusRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orderstatus',
  component: lazyRouteComponent(adminPages, 'OrderStatusPage'),
});
const ordersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orderItems',
  validateSearch: ordersSearch,
  component: lazyRouteComponent(adminPages, 'OrdersPage'),
});
/** Of posters; products and plans have the other address, as the specification has it. */
const orderDetailsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orderItems/orderDetails',
  validateSearch: orderSearch,
  component: lazyRouteComponent(adminPages, 'OrderDetailsPage'),
});
const orderItemDetailsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orderItems/orderItemDetails',
  validateSearch: orderSearch,
  component: lazyRouteComponent(adminPages, 'OrderDetailsPage'),
});
const unknownRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '$',
  component: lazyRouteComponent(adminPages, 'NotFoundPage'),
});

export const adminRoutes = adminRoute.addChildren([
  messagesRoute,
  productsRoute,
  posterPriceRoute,
  posterPropertyRoute,
  orderStatusRoute,
  ordersRoute,
  orderDetailsRoute,
  orderItemDetailsRoute,
  unknownRoute,
]);
