import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect, retainSearchParams } from '@tanstack/react-router';
import { getSession } from '../lib/session.ts';
import * as search from './search-schemas.ts';

const rootRoute = createRootRoute({ component: Outlet });

const toMainWhenSignedIn = () => {
  if (getSession()) throw redirect({ to: '/main', search: { open: false } });
};

const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyRouteComponent(() => import('./public/public-layout.tsx'), 'PublicLayout'),
});
const homeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./public/home.tsx'), 'HomeScreen'),
});
const loginRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: search.signInSearch,
  component: lazyRouteComponent(() => import('./public/login.tsx'), 'LoginScreen'),
});
const signUpRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/signup',
  beforeLoad: toMainWhenSignedIn,
  component: lazyRouteComponent(() => import('./public/signup.tsx'), 'SignUpScreen'),
});
const verificationRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verification',
  component: lazyRouteComponent(() => import('./public/verification.tsx'), 'VerificationScreen'),
});
const verifyEmailRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify-email',
  validateSearch: search.verifyEmailSearch,
  component: lazyRouteComponent(() => import('./public/verify-email.tsx'), 'VerifyEmailScreen'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./public/forgot-password.tsx'), 'ForgotPasswordScreen'),
});
const resetPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset-password',
  validateSearch: search.resetPasswordSearch,
  component: lazyRouteComponent(() => import('./public/reset-password.tsx'), 'ResetPasswordScreen'),
});

const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/main',
  validateSearch: search.mainSearch,
  search: { middlewares: [retainSearchParams(['userId', 'open'])] },
  beforeLoad: ({ location }) => {
    if (!getSession()) throw redirect({ to: '/login', search: { next: location.href } });
  },
  component: lazyRouteComponent(() => import('./main/main-layout.tsx'), 'MainLayout'),
});
const albumsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/',
  validateSearch: search.albumsSearch,
  component: lazyRouteComponent(() => import('./main/albums.tsx'), 'AlbumsScreen'),
});
const mediaRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media',
  validateSearch: search.mediaSearch,
  component: lazyRouteComponent(() => import('./main/media.tsx'), 'MediaScreen'),
});
const playlistsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist',
  validateSearch: search.playlistsSearch,
  component: lazyRouteComponent(() => import('./main/playlists.tsx'), 'PlaylistsScreen'),
});
const addAlbumRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist/addalbum',
  validateSearch: search.playlistSearch,
  component: lazyRouteComponent(() => import('./main/add-album.tsx'), 'AddAlbumScreen'),
});
const playlistPreviewRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlistpreview',
  validateSearch: search.playlistSearch,
  component: lazyRouteComponent(() => import('./main/playlist-preview.tsx'), 'PlaylistPreviewScreen'),
});
const devicesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/device',
  validateSearch: search.devicesSearch,
  component: lazyRouteComponent(() => import('./main/devices.tsx'), 'DevicesScreen'),
});
const deviceRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/device/devicedetailpage',
  validateSearch: search.deviceSearch,
  component: lazyRouteComponent(() => import('./main/device-detail.tsx'), 'DeviceDetailScreen'),
});

export const routeTree = rootRoute.addChildren([
  publicRoute.addChildren([
    homeRoute,
    loginRoute,
    signUpRoute,
    verificationRoute,
    verifyEmailRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
  ]),
  mainRoute.addChildren([albumsRoute, mediaRoute, playlistsRoute, addAlbumRoute, playlistPreviewRoute, devicesRoute, deviceRoute]),
]);
