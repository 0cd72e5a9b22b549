import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Media } from '@vitrine/contract/media';
import { readTimeline, readTimelineMonths } from '@vitrine/contract/timeline.endpoints';
import { useCallback, useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import { mediaKeys } from '../../../lib/query-keys.ts';
import { getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';
import { PAGE_CACHE_MS, PAGE_SIZE } from '../../media/api/media.ts';
import { createTimelineShape, findSectionOfTile, type TimelineSection } from '../timeline-layout.ts';

/** The months there are and the shapes of all that is in them, newest first. */
const timelineOptions = (scope: OwnerScope) =>
  queryOptions({
    queryKey: mediaKeys.timelineMonths(getOwnerKey(scope)),
    queryFn: async ({ signal }) => createTimelineShape(await call(readTimelineMonths, { query: toOwnerQuery(scope), signal })),
    // Compared number by number it would cost more than to lay it out again.
    structuralSharing: false,
  });

/** A page from a month on, or the newest media, after skipping a number of the newest ones. */
const timelinePageOptions = (scope: OwnerScope, { month, skip }: { month: string | undefined; skip: number }) =>
  queryOptions({
    queryKey: mediaKeys.timelinePage(getOwnerKey(scope), month ?? 'newest', skip),
    queryFn: ({ signal }) => call(readTimeline, { query: { ...toOwnerQuery(scope), month, skip, dataPerPage: PAGE_SIZE }, signal }),
    gcTime: PAGE_CACHE_MS,
  });

const getPageNumber = (index: number) => Math.floor(index / PAGE_SIZE);

/** All media of an account: all aspect ratios, but only the data of visible media, as in `useAlbumMedia` but by month. */
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
  const wanted = new Set<number>();
  for (let page = Math.min(first, end); page <= Math.min(last, end); page += 1) wanted.add(page);
  if (also !== undefined) for (const index of [also - 1, also, also + 1]) if (index >= 0) wanted.add(Math.min(getPageNumber(index), end));
  return [...wanted];
}

/** A page by the month its first one is of, so that the server reads from there and not from the beginning. */
function getPageStart(sections: readonly TimelineSection[], page: number): { month: string | undefined; skip: number } {
  if (page === 0) return { month: undefined, skip: 0 };
  const index = page * PAGE_SIZE;
  const { month, start } = sections[findSectionOfTile(sections, index)] ?? { month: '', start: 0 };
  return { month, skip: index - start };
}
