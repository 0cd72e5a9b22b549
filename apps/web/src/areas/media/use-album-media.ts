import { type UseQueryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Media } from '@vitrine/contract/media';
import { useCallback, useState } from 'react';
import { mediaKeys } from '../../lib/query-keys.ts';
import { type MediaListQuery, mediaLayoutOptions, mediaPageOptions, PAGE_SIZE } from './api/media.ts';
import type { AspectRatios } from './media-sizes.ts';

interface PageRange {
  first: number;
  last: number;
}

const getPageNumber = (index: number) => Math.floor(index / PAGE_SIZE) + 1;

/** Endpoints for the media of an album. */
export interface MediaSource {
  /** Common prefix of its query keys. */
  key: readonly unknown[];
  layout: UseQueryOptions<AspectRatios>;
  page: (page: number) => UseQueryOptions<Media[]> & { queryKey: readonly unknown[] };
}

/** An album for a signed-in user. */
export const useAlbumMedia = (query: MediaListQuery, also: number | undefined) =>
  useMediaList(
    {
      key: mediaKeys.ofAlbum(query.albumId),
      layout: mediaLayoutOptions(query) as MediaSource['layout'],
      page: (page) => mediaPageOptions(query, page) as ReturnType<MediaSource['page']>,
    },
    also,
  );

/**
 * Media of an album of any size: all aspect ratios, but only the data of visible media. `show` reports the visible indexes (half-open); `also` is an
 * additional index, such as that of the preview.
 */
export function useMediaList(source: MediaSource, also: number | undefined) {
  const client = useQueryClient();
  const layout = useQuery(source.layout);
  const [shown, setShown] = useState<PageRange>({ first: 1, last: 1 });
  const count = layout.data?.length ?? 0;
  const pages = count === 0 ? [] : getWantedPages(shown, also, getPageNumber(count - 1));
  const found = useQueries({ queries: pages.map(source.page) });
  const show = useCallback((from: number, to: number) => {
    const next = { first: getPageNumber(from), last: getPageNumber(Math.max(from, to - 1)) };
    setShown((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, []);
  const at = (index: number): Media | undefined => {
    const page = getPageNumber(index);
    const place = pages.indexOf(page);
    const data = place >= 0 ? found[place]?.data : client.getQueryData<Media[]>(source.page(page).queryKey);
    return data?.[index - (page - 1) * PAGE_SIZE];
  };
  const failed = [layout, ...found].find((part) => part.isLoadingError);
  return {
    ratios: layout.data,
    count,
    at,
    show,
    /** Loaded media that are visible. */
    loaded: found.flatMap((page) => page.data ?? []),
    isPending: layout.isPending,
    isFetching: layout.isFetching || found.some((part) => part.isFetching),
    error: failed?.error ?? null,
    refetch: () => void client.refetchQueries({ queryKey: source.key, type: 'active' }),
  };
}

export type AlbumMedia = ReturnType<typeof useAlbumMedia>;

function getWantedPages({ first, last }: PageRange, also: number | undefined, end: number): number[] {
  const wanted = new Set<number>();
  for (let page = Math.min(first, end); page <= Math.min(last, end); page += 1) wanted.add(page);
  // Its neighbours are loaded ahead, across the border of a page too.
  if (also !== undefined) for (const index of [also - 1, also, also + 1]) if (index >= 0) wanted.add(Math.min(getPageNumber(index), end));
  return [...wanted];
}
