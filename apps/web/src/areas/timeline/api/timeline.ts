import { queryOptions } from '@tanstack/react-query';
import { readTimeline, readTimelineMonths } from '@vitrine/contract/timeline.endpoints';
import { call } from '../../../lib/api-client.ts';
import { mediaKeys } from '../../../lib/query-keys.ts';
import { getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';
import { PAGE_CACHE_MS, PAGE_SIZE } from '../../media/api/media.ts';
import { createTimelineShape } from '../timeline-layout.ts';

/** The months there are and the shapes of all that is in them, newest first. */
export const timelineOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: mediaKeys.timelineMonths(getOwnerKey(scope)),
    queryFn: async ({ signal }) => createTimelineShape(await call(readTimelineMonths, { query: toOwnerQuery(scope), signal })),
    // Compared number by number it would cost more than to lay it out again.
    structuralSharing: false,
  });

/** From a month on, or the newest of all without one, but for so many of the newest there. */
export const timelinePageOptions = (scope: OwnerScope, { month, skip }: { month: string | undefined; skip: number }) =>
  queryOptions({
    queryKey: mediaKeys.timelinePage(getOwnerKey(scope), month ?? 'newest', skip),
    queryFn: ({ signal }) => call(readTimeline, { query: { ...toOwnerQuery(scope), month, skip, dataPerPage: PAGE_SIZE }, signal }),
    gcTime: PAGE_CACHE_MS,
  });
