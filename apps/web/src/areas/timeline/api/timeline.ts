import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Media } from '@vitrine/contract/media';
import { listTimelineFavouriteIds, listTimelineIds, readTimeline, readTimelineMonths } from '@vitrine/contract/timeline.endpoints';
import { useCallback, useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import { mediaKeys } from '../../../lib/query-keys.ts';
import { getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';
import { PAGE_CACHE_MS, PAGE_SIZE } from '../../media/api/media.ts';
import { createTimelineShape, findSectionOfTile, type TimelineSection } from '../timeline-layout.ts';

/** All months with the aspect ratios of their media, newest first. */
const timelineOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: mediaKeys.timelineMonths(getOwnerKey(scope)),
    queryFn: async ({ signal }) => createTimelineShape(await call(readTimelineMonths, { query: toOwnerQuery(scope), signal })),
    // Comparing all ratios would cost more than a new layout.
    structuralSharing: false,
  });

/** A page of media that starts `skip` items after the beginning of a month, or of the whole timeline without a month. */
const timelinePageOptions = (scope: OwnerScope, { month, skip }: { month: string | undefined; skip: number }) =>
  queryOptions({
    queryKey: mediaKeys.timelinePage(getOwnerKey(scope), month ?? 'newest', skip),
    queryFn: ({ signal }) => call(readTimeline, { query: { ...toOwnerQuery(scope), month, skip, dataPerPage: PAGE_SIZE }, signal }),
    gcTime: PAGE_CACHE_MS,
  });

/** A part of the timeline: a month, a day, or everything between two media. */
interface TimelinePart {
  period?: string;
  from?: string;
  to?: string;
}

/** Returns the ids of a part of the timeline, newest first; at most `LIMITS.mediaPerCall`. */
export const fetchTimelineIds = (scope: OwnerScope, part: TimelinePart): Promise<string[]> =>
  call(listTimelineIds, { query: { ...toOwnerQuery(scope), ...part } });

/** The viewer's favorites in the timeline. */
export const timelineFavouritesOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: mediaKeys.timelineFavourites(getOwnerKey(scope)),
    queryFn: ({ signal }) => call(listTimelineFavouriteIds, { query: toOwnerQuery(scope), signal }),
  });

const getPageNumber = (index: number) => Math.floor(index / PAGE_SIZE);

/** All media of an account by month. Loads all aspect ratios, but the data of visible media only, like `useAlbumMedia`. `also` is the index in the preview. */
export function useTimeline(scope: OwnerScope, also: number | undefined) {
  const client = useQueryClient();
  const months = useQuery(timelineOptions(scope));
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const { sections = [], count } = months.data ?? {};
  const pages = getWantedPages(shown, also, count);
  const found = useQueries({ queries: pages.map((page) => timelinePageOptions(scope, getPageStart(sections, page))) });
  const show = useCallback((from: number, to: number) => {
    const next = { first: getPageNumber(from), last: getPageNumber(Math.max(from, to - 1)) };
    setShown((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, []);
  const at = (index: number): Media | undefined => found[pages.indexOf(getPageNumber(index))]?.data?.[index % PAGE_SIZE];
  const failed = [months, ...found].find((part) => part.isLoadingError);
  return {
    shape: months.data,
    count: count ?? 0,
    at,
    show,
    isPending: months.isPending,
    isFetching: months.isFetching || found.some((part) => part.isFetching),
    error: failed?.error ?? null,
    refetch: () => void client.refetchQueries({ queryKey: mediaKeys.timelines, type: 'active' }),
  };
}
export type Timeline = ReturnType<typeof useTimeline>;

/** While the total is unknown, the newest page is requested together with the aspect ratios, which take longer for large accounts. */
function getWantedPages({ first, last }: { first: number; last: number }, also: number | undefined, count: number | undefined): number[] {
  if (count === undefined) return [0];
  if (count === 0) return [];
  const end = getPageNumber(count - 1);
  const pages = new Set<number>();
  for (let page = Math.min(first, end); page <= Math.min(last, end); page += 1) pages.add(page);
  if (also !== undefined) for (const index of [also - 1, also, also + 1]) if (index >= 0) pages.add(Math.min(getPageNumber(index), end));
  return [...pages];
}

/** Returns a page's start relative to its first month, so that the server does not read the timeline from the beginning. */
function getPageStart(sections: readonly TimelineSection[], page: number): { month: string | undefined; skip: number } {
  if (page === 0) return { month: undefined, skip: 0 };
  const index = page * PAGE_SIZE;
  const { month, start } = sections[findSectionOfTile(sections, index)] ?? { month: '', start: 0 };
  return { month, skip: index - start };
}
