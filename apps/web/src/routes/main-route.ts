import { createRoute, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router';
import { albumsSearch } from '../areas/albums/albums-search.ts';
import { mediaPreviewSearch, mediaSearch } from '../areas/albums/search-params.ts';
import { deviceSearch, devicesSearch } from '../areas/devices/search-params.ts';
import { subscriptionSearch } from '../areas/plans/search-params.ts';
import { playlistPreviewSearch, playlistSearch, playlistsSearch } from '../areas/playlists/search-params.ts';
import { orderConfirmSearch } from '../areas/shop/order-confirm-search.ts';
import { makePosterSearch } from '../areas/shop/search-params.ts';
import { shopSearch } from '../areas/shop/shop-search.ts';
import { mainSearch } from '../lib/main-search.ts';
import { getSession } from '../lib/session.ts';
import { redirectAdministratorToConsole, redirectAdministratorToProfile, requirePartner } from './guards.ts';
import { timelineSearch } from './main/timeline/timeline-search.ts';
import { rootRoute } from './root-route.ts';

const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/main',
  validateSearch: mainSearch,
  search: { middlewares: [retainSearchParams(['userId', 'open'])] },
  beforeLoad: ({ location }) => {
    if (!getSession()) throw redirect({ to: '/login', search: { next: location.href } });
  },
  component: lazyRouteComponent(() => import('../areas/shell/pages/main-layout.tsx'), 'MainLayout'),
});
const albumsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/',
  validateSearch: albumsSearch,
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/albums/pages/albums.tsx'), 'AlbumsPage'),
});
const mediaPages = () => import('./main/media/media-pages.ts');
const mediaRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media',
  validateSearch: mediaSearch,
  component: lazyRouteComponent(mediaPages, 'AlbumPage'),
});
const timelineRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/timeline',
  validateSearch: timelineSearch,
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(mediaPages, 'TimelinePage'),
});
/** By the id of a media, the way to its album with the preview open. */
const mediaPreviewRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media/preview',
  validateSearch: mediaPreviewSearch,
  loaderDeps: ({ search: { albumId, mediaId, mediaIndex } }) => ({ albumId, mediaId, mediaIndex }),
  loader: async ({ deps: { albumId, mediaId, mediaIndex }, preload }) => {
    const { findMediaIndex } = await import('../areas/media/find-media-index.ts');
    const index = mediaId ? await findMediaIndex(albumId, mediaId, { isSaid: !preload }) : (mediaIndex ?? 0);
    throw redirect({ to: '/main/media', search: { albumId, mediaIndex: index }, replace: true });
  },
  pendingComponent: lazyRouteComponent(mediaPages, 'AlbumPageSkeleton'),
});
const posterPages = () => import('./main/posters/poster-pages.ts');
const makePosterRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media/makeposter',
  validateSearch: makePosterSearch,
  component: lazyRouteComponent(posterPages, 'MakePosterPage'),
});
const orderConfirmRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media/makeposter/orderconfirm',
  validateSearch: orderConfirmSearch,
  component: lazyRouteComponent(posterPages, 'OrderConfirmPage'),
});
const binRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/bin',
  component: lazyRouteComponent(() => import('../areas/albums/pages/bin.tsx'), 'BinPage'),
});
const storageRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/storage',
  component: lazyRouteComponent(() => import('../areas/plans/pages/storage.tsx'), 'StoragePage'),
});
const playlistPages = () => import('../areas/playlists/pages/index.ts');
const playlistsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist',
  validateSearch: playlistsSearch,
  component: lazyRouteComponent(playlistPages, 'PlaylistsPage'),
});
const playlistRowsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist/list',
  validateSearch: playlistsSearch,
  component: lazyRouteComponent(playlistPages, 'PlaylistTablePage'),
});
const addAlbumRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist/addalbum',
  validateSearch: playlistSearch,
  component: lazyRouteComponent(playlistPages, 'AddAlbumPage'),
});
const albumSequenceRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist/albumsequence',
  validateSearch: playlistSearch,
  component: lazyRouteComponent(playlistPages, 'AlbumSequencePage'),
});
const playlistPreviewRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlistpreview',
  validateSearch: playlistPreviewSearch,
  component: lazyRouteComponent(playlistPages, 'PlaylistPreviewPage'),
});
const devicePages = () => import('../areas/devices/pages/index.ts');
const devicesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/device',
  validateSearch: devicesSearch,
  component: lazyRouteComponent(devicePages, 'DevicesPage'),
});
const deviceRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/device/devicedetailpage',
  validateSearch: deviceSearch,
  component: lazyRouteComponent(devicePages, 'DeviceDetailPage'),
});
const subscriptionPages = () => import('../areas/plans/pages/index.ts');
const subscriptionRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/subscription',
  validateSearch: subscriptionSearch,
  component: lazyRouteComponent(subscriptionPages, 'SubscriptionPage'),
});
const cardRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/subscription/stripepayment',
  validateSearch: subscriptionSearch,
  component: lazyRouteComponent(subscriptionPages, 'PlanPaymentPage'),
});
const confirmRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/subscription/confirmpage',
  validateSearch: subscriptionSearch,
  component: lazyRouteComponent(subscriptionPages, 'PlanConfirmationPage'),
});
const familyRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/family',
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/families/pages/family.tsx'), 'FamilyPage'),
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
const faqRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/faq',
  component: lazyRouteComponent(() => import('../areas/site/pages/main-faq.tsx'), 'MainFaqPage'),
});
const notificationRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/notification',
  component: lazyRouteComponent(() => import('../areas/notifications/pages/notifications.tsx'), 'NotificationsPage'),
});

const profilePages = () => import('../areas/profile/pages/index.ts');
const profileRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/profile',
  component: lazyRouteComponent(profilePages, 'ProfileLayout'),
});
const profileViewRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/',
  component: lazyRouteComponent(profilePages, 'ProfilePage'),
});
const profileInfoRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/info',
  component: lazyRouteComponent(profilePages, 'ProfilePage'),
});
const changePasswordRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/changePassword',
  component: lazyRouteComponent(profilePages, 'ChangePasswordPage'),
});
const ftpAccountRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/ftpAccount',
  beforeLoad: redirectAdministratorToProfile,
  component: lazyRouteComponent(profilePages, 'FtpAccountPage'),
});
const termsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/terms',
  beforeLoad: redirectAdministratorToProfile,
  component: lazyRouteComponent(profilePages, 'TermsPage'),
});
const contactRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/contact',
  beforeLoad: redirectAdministratorToProfile,
  component: lazyRouteComponent(profilePages, 'ContactPage'),
});
const transactionsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/transactions',
  component: lazyRouteComponent(profilePages, 'TransactionsPage'),
});
const ordersRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/orders',
  component: lazyRouteComponent(profilePages, 'OrdersPage'),
});
const orderRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/orders/$orderId',
  component: lazyRouteComponent(profilePages, 'OrderPage'),
});
const receiptRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/transactions/$paymentId',
  component: lazyRouteComponent(profilePages, 'ReceiptPage'),
});

export const mainRoutes = mainRoute.addChildren([
  albumsRoute,
  mediaRoute,
  mediaPreviewRoute,
  timelineRoute,
  makePosterRoute,
  orderConfirmRoute,
  binRoute,
  storageRoute,
  playlistsRoute,
  playlistRowsRoute,
  addAlbumRoute,
  albumSequenceRoute,
  playlistPreviewRoute,
  devicesRoute,
  deviceRoute,
  subscriptionRoute,
  cardRoute,
  confirmRoute,
  familyRoute,
  shopRoute,
  productRoute,
  basketRoute,
  checkoutRoute,
  shopConfirmRoute,
  faqRoute,
  notificationRoute,
  profileRoute.addChildren([
    profileViewRoute,
    profileInfoRoute,
    transactionsRoute,
    receiptRoute,
    ordersRoute,
    orderRoute,
    changePasswordRoute,
    ftpAccountRoute,
    termsRoute,
    contactRoute,
  ]),
]);
