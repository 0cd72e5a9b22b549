import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { albumsSearch, mediaPreviewSearch, mediaSearch, sharedSearch } from '../areas/albums/search-params.ts';
import { mainRoute, redirectAdministratorToConsole, rootRoute } from './parent-routes.ts';

/** Without the site around it: who opens a link came for the pictures. */
export const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$token',
  validateSearch: sharedSearch,
  component: lazyRouteComponent(() => import('../areas/albums/pages/shared-album.tsx'), 'SharedAlbumPage'),
});
const albumsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/',
  validateSearch: albumsSearch,
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/shell/pages/start.tsx'), 'StartPage'),
});
const mediaRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media',
  validateSearch: mediaSearch,
  component: lazyRouteComponent(() => import('../areas/shell/pages/album.tsx'), 'AlbumWithPlaylistsPage'),
});
/** Address by the id of a media, which leads to its album with the preview open. */
const mediaPreviewRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/media/preview',
  validateSearch: mediaPreviewSearch,
  loaderDeps: ({ search: { albumId, mediaId, mediaIndex } }) => ({ albumId, mediaId, mediaIndex }),
  loader: async ({ deps: { albumId, mediaId, mediaIndex }, preload }) => {
    const { findMediaIndex } = await import('../areas/media/media-position.ts');
    const index = mediaId ? await findMediaIndex(albumId, mediaId, { isSaid: !preload }) : (mediaIndex ?? 0);
    throw redirect({ to: '/main/media', search: { albumId, mediaIndex: index }, replace: true });
  },
  pendingComponent: lazyRouteComponent(() => import('../areas/albums/pages/album.tsx'), 'AlbumPageSkeleton'),
});
const binRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/bin',
  component: lazyRouteComponent(() => import('../areas/albums/pages/bin.tsx'), 'BinPage'),
});

export const albumRoutes = [albumsRoute, mediaRoute, mediaPreviewRoute, binRoute] as const;
