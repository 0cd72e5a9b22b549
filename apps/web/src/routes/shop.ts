import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { makePosterSearch, orderConfirmSearch, shopSearch } from '../areas/shop/search-params.ts';
import { mainRoute, requirePartner } from './parent-routes.ts';
import { profileRoute } from './profile.ts';

const makePosterRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media/makeposter',
  validateSearch: makePosterSearch,
  component: lazyRouteComponent(() => import('../areas/shop/pages/make-poster.tsx'), 'MakePosterPage'),
});
const orderConfirmRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media/makeposter/orderconfirm',
  validateSearch: orderConfirmSearch,
  component: lazyRouteComponent(() => import('../areas/shop/pages/order-confirmation.tsx'), 'OrderConfirmPage'),
});
const shopPages = () => import('../areas/shop/pages/index.ts');
const shopRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/shop',
  beforeLoad: requirePartner,
  component: lazyRouteComponent(shopPages, 'ShopPage'),
});
const productRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/shop/product',
  validateSearch: shopSearch,
  beforeLoad: requirePartner,
  component: lazyRouteComponent(shopPages, 'ProductPage'),
});
const basketRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/shop/basket',
  validateSearch: shopSearch,
  beforeLoad: requirePartner,
  component: lazyRouteComponent(shopPages, 'BasketPage'),
});
const checkoutRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/shop/checkout',
  validateSearch: shopSearch,
  beforeLoad: requirePartner,
  component: lazyRouteComponent(shopPages, 'CheckoutPage'),
});
const shopConfirmRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/shop/orderconfirm',
  validateSearch: shopSearch,
  beforeLoad: requirePartner,
  component: lazyRouteComponent(shopPages, 'ShopConfirmPage'),
});
const ordersRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/orders',
  component: lazyRouteComponent(() => import('../areas/shop/pages/orders.tsx'), 'OrdersPage'),
});
const orderRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/orders/$orderId',
  component: lazyRouteComponent(() => import('../areas/shop/pages/order.tsx'), 'OrderPage'),
});

export const shopRoutes = [
  makePosterRoute,
  orderConfirmRoute,
  shopRoute,
  productRoute,
  basketRoute,
  checkoutRoute,
  shopConfirmRoute,
] as const;
export const orderRoutes = [ordersRoute, orderRoute] as const;
