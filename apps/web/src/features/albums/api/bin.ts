import { infiniteQueryOptions } from '@tanstack/react-query';
import type { BinnedAlbum, BinnedMedia } from '@vitrine/contract/bin';
import { albumKeys } from '../../../entities/albums/album-keys.ts';
import { api } from '../../../lib/api-client.ts';

const PAGE_SIZE = 60;

interface Bin {
  albums: BinnedAlbum[];
  medias: BinnedMedia[];
}

export interface Binned {
  mediaIdArr?: readonly string[];
  albumIdArr?: readonly string[];
}

export const binOptions = (userId: string) =>
  infiniteQueryOptions({
    queryKey: albumKeys.bin(userId),
    queryFn: ({ pageParam, signal }) => api.get<Bin>(`/bin/${userId}`, { query: { page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ medias }, _pages, number) => (medias.length < PAGE_SIZE ? undefined : number + 1),
  });

export const restore = (userId: string, things: Binned) => api.put<undefined>(`/bin/${userId}/restore`, things);
/** For good. */
export const purge = (userId: string, things: Binned & { all?: boolean }) => api.delete<undefined>(`/bin/${userId}`, { body: things });
