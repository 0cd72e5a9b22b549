import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { playlistPreviewSearch, playlistSearch, playlistsSearch } from '../areas/playlists/search-params.ts';
import { mainRoute } from './parent-routes.ts';

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
const layoutRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlist/layout',
  validateSearch: playlistSearch,
  component: lazyRouteComponent(playlistPages, 'LayoutPage'),
});
const playlistPreviewRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/playlistpreview',
  validateSearch: playlistPreviewSearch,
  component: lazyRouteComponent(playlistPages, 'PlaylistPreviewPage'),
});

export const playlistRoutes = [
  playlistsRoute,
  playlistRowsRoute,
  addAlbumRoute,
  albumSequenceRoute,
  layoutRoute,
  playlistPreviewRoute,
] as const;
