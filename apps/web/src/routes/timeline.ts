import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import { readCount } from '../lib/search-params.ts';
import { mainRoute, redirectAdministratorToConsole } from './parent-routes.ts';

interface TimelineSearch {
  /** Position of the media in the preview. */
  mediaIndex?: number;
}

const timelineSearch = (raw: TimelineSearch & SearchSchemaInput): TimelineSearch => ({ mediaIndex: readCount(raw.mediaIndex) });

const timelineRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/timeline',
  validateSearch: timelineSearch,
  beforeLoad: redirectAdministratorToConsole,
  component: lazyRouteComponent(() => import('../areas/timeline/pages/timeline.tsx'), 'TimelinePage'),
});

export const timelineRoutes = [timelineRoute] as const;
