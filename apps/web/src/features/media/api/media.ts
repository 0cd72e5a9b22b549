import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Media } from '@vitrine/contract/media';
import { api } from '../../../lib/api-client.ts';
import { keys } from '../../../lib/query-keys.ts';

const PAGE_SIZE = 300;

export interface MediaListQuery {
  albumId: string;
  filter?: 'all' | 'image' | 'video';
  sort?: 'az' | 'za' | 'lastmodified';
}

export const mediaListOptions = ({ albumId, filter, sort }: MediaListQuery) =>
  infiniteQueryOptions({
    queryKey: keys.mediaList(albumId, filter, sort),
    queryFn: ({ pageParam, signal }) =>
      api.get<Media[]>(`/medias/${albumId}`, { query: { filter, sort, page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, number) => (page.length < PAGE_SIZE ? undefined : number + 1),
  });

export const deleteMedia = (albumId: string, mediaIds: string[]) =>
  api.delete<undefined>(`/medias/${albumId}`, { body: { mediaIdArr: mediaIds } });

/** Where the original comes from, as a file to keep. */
export const downloadPath = (key: string) => `/api/uploads/media/download/?key=${encodeURIComponent(key)}`;
