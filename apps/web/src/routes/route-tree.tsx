import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect, retainSearchParams } from '@tanstack/react-router';
import { getSession, isAdministrator } from '../lib/session.ts';
import { landing } from './landing.ts';
import * as search from './search-schemas.ts';

const rootRoute = createRootRoute({ component: Outlet });

const toMainWhenSignedIn = () => {
  if (getSession()) throw redirect(landing());
};

const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyRouteComponent(() => import('./public/shell/public-layout.tsx'), 'PublicLayout'),
});
const homeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./public/home/home.tsx'), 'HomeScreen'),
});
const aboutRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/aboutUs',
  component: lazyRouteComponent(() => import('./public/about/about.tsx'), 'AboutScreen'),
});
const pricingRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/pricing',
  component: lazyRouteComponent(() => import('./public/pricing/pricing.tsx'), 'PricingScreen'),
});
const faqRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/faq',
  component: lazyRouteComponent(() => import('./public/faq/faq.tsx'), 'FaqScreen'),
});
const connectRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/connect',
  component: lazyRouteComponent(() => import('./public/connect/connect.tsx'), 'ConnectScreen'),
});
const cookieRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/cookie',
  component: lazyRouteComponent(() => import('./public/cookie/cookie.tsx'), 'CookieScreen'),
});
const privacyRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./public/privacy/privacy.tsx'), 'PrivacyScreen'),
});
const sitemapRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/sitemap',
  component: lazyRouteComponent(() => import('./public/sitemap/sitemap.tsx'), 'SitemapScreen'),
});
const loginRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: search.signInSearch,
  component: lazyRouteComponent(() => import('./public/account/login.tsx'), 'LoginScreen'),
});
const signUpRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/signup',
  validateSearch: search.signUpSearch,
  beforeLoad: toMainWhenSignedIn,
  component: lazyRouteComponent(() => import('./public/account/signup.tsx'), 'SignUpScreen'),
});
const verificationRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verification',
  component: lazyRouteComponent(() => import('./public/account/verification.tsx'), 'VerificationScreen'),
});
const verifyEmailRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify-email',
  validateSearch: search.verifyEmailSearch,
  component: lazyRouteComponent(() => import('./public/account/verify-email.tsx'), 'VerifyEmailScreen'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./public/account/forgot-password.tsx'), 'ForgotPasswordScreen'),
});
const resetPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset-password',
  validateSearch: search.resetPasswordSearch,
  component: lazyRouteComponent(() => import('./public/account/reset-password.tsx'), 'ResetPasswordScreen'),
});

const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/main',
  validateSearch: search.mainSearch,
  search: { middlewares: [retainSearchParams(['userId', 'open'])] },
  beforeLoad: ({ location }) => {
    if (!getSession()) throw redirect({ to: '/login', search: { next: location.href } });
  },
  component: lazyRouteComponent(() => import('./main/shell/main-layout.tsx'), 'MainLayout'),
});
const albumsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/',
  validateSearch: search.albumsSearch,
  beforeLoad: ({ search: { userId } }) => {
    // An administrator has no albums of their own, only those of the account they look at.
    const session = getSession();
    if (isAdministrator(session) && userId === session?.userId) throw redirect({ ...landing(), replace: true });
  },
  component: lazyRouteComponent(() => import('./main/albums/albums.tsx'), 'AlbumsScreen'),
});
const mediaRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media',
  validateSearch: search.mediaSearch,
  component: lazyRouteComponent(() => import('./main/media/media.tsx'), 'MediaScreen'),
});
/** By the id of a media, the way to its album with the preview open. */
const mediaPreviewRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media/preview',
  validateSearch: search.mediaPreviewSearch,
  loaderDeps: ({ search: { albumId, mediaId, mediaIndex } }) => ({ albumId, mediaId, mediaIndex }),
  loader: async ({ deps: { albumId, mediaId, mediaIndex } }) => {
    const { findMediaIndex } = await import('./main/media/find-media-index.ts');
    const index = mediaId ? await findMediaIndex(albumId, mediaId) : (mediaIndex ?? 0);
    throw redirect({ to: '/main/media', search: { albumId, mediaIndex: index }, replace: true });
  },
});
const makePosterRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media/makeposter',
  validateSearch: search.makePosterSearch,
  component: lazyRouteComponent(() => import('./main/posters/make-poster.tsx'), 'MakePosterScreen'),
});
const binRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/bin',
  component: lazyRouteComponent(() => import('./main/bin/bin.tsx'), 'BinScreen'),
});
const storageRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/storage',
  component: lazyRouteComponent(() => import('./main/storage/storage.tsx'), 'StorageScreen'),
});
const playlistScreens = () => import('./main/playlists/playlist-screens.ts');
const playlistsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist',
  validateSearch: search.playlistsSearch,
  component: lazyRouteComponent(playlistScreens, 'PlaylistsScreen'),
});
const playlistRowsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist/list',
  validateSearch: search.playlistsSearch,
  component: lazyRouteComponent(playlistScreens, 'PlaylistRowsScreen'),
});
const addAlbumRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist/addalbum',
  validateSearch: search.playlistSearch,
  component: lazyRouteComponent(playlistScreens, 'AddAlbumScreen'),
});
const albumSequenceRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist/albumsequence',
  validateSearch: search.playlistSearch,
  component: lazyRouteComponent(playlistScreens, 'AlbumSequenceScreen'),
});
const playlistPreviewRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlistpreview',
  validateSearch: search.playlistPreviewSearch,
  component: lazyRouteComponent(playlistScreens, 'PlaylistPreviewScreen'),
});
const devicesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/device',
  validateSearch: search.devicesSearch,
  component: lazyRouteComponent(() => import('./main/devices/devices.tsx'), 'DevicesScreen'),
});
const deviceRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/device/devicedetailpage',
  validateSearch: search.deviceSearch,
  component: lazyRouteComponent(() => import('./main/devices/device-detail.tsx'), 'DeviceDetailScreen'),
});
const subscriptionRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/subscription',
  component: lazyRouteComponent(() => import('./main/subscription/subscription.tsx'), 'SubscriptionScreen'),
});
const notificationRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/notification',
  component: lazyRouteComponent(() => import('./main/notifications/notifications.tsx'), 'NotificationsScreen'),
});

/** What only users have: an administrator's profile is smaller. */
const toProfileWhenAdministrator = () => {
  if (isAdministrator(getSession())) throw redirect({ to: '/main/profile', search: {} as never, replace: true });
};
const profileRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./main/profile/profile-layout.tsx'), 'ProfileLayout'),
});
const profileViewRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./main/profile/profile.tsx'), 'ProfileScreen'),
});
const profileInfoRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/info',
  component: lazyRouteComponent(() => import('./main/profile/profile.tsx'), 'ProfileScreen'),
});
const changePasswordRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/changePassword',
  component: lazyRouteComponent(() => import('./main/profile/change-password.tsx'), 'ChangePasswordScreen'),
});
const ftpAccountRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/ftpAccount',
  beforeLoad: toProfileWhenAdministrator,
  component: lazyRouteComponent(() => import('./main/profile/ftp-account.tsx'), 'FtpAccountScreen'),
});
const termsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/terms',
  beforeLoad: toProfileWhenAdministrator,
  component: lazyRouteComponent(() => import('./main/profile/terms.tsx'), 'TermsScreen'),
});
const contactRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/contact',
  beforeLoad: toProfileWhenAdministrator,
  component: lazyRouteComponent(() => import('./main/profile/contact.tsx'), 'ContactScreen'),
});

export const routeTree = rootRoute.addChildren([
  publicRoute.addChildren([
    homeRoute,
    aboutRoute,
    pricingRoute,
    faqRoute,
    connectRoute,
    cookieRoute,
    privacyRoute,
    sitemapRoute,
    loginRoute,
    signUpRoute,
    verificationRoute,
    verifyEmailRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
  ]),
  mainRoute.addChildren([
    albumsRoute,
    mediaRoute,
    mediaPreviewRoute,
    makePosterRoute,
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
    notificationRoute,
    profileRoute.addChildren([profileViewRoute, profileInfoRoute, changePasswordRoute, ftpAccountRoute, termsRoute, contactRoute]),
  ]),
]);
