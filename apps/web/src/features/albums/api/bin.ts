import { infiniteQueryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/bin.endpoints';
import { albumKeys } from '../../../entities/albums/album-keys.ts';
import { call, send } from '../../../lib/api-client.ts';

const PAGE_SIZE = 60;

export interface Binned {
  mediaIdArr?: readonly string[];
  albumIdArr?: readonly string[];
}

export const binOptions = (userId: string) =>
  infiniteQueryOptions({
    queryKey: albumKeys.bin(userId),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.readBin, { params: { userId }, query: { page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ medias }, _pages, number) => (medias.length < PAGE_SIZE ? undefined : number + 1),
  });

export const restore = (userId: string, things: Binned) => send(endpoints.restoreBinned, { params: { userId }, body: things });
/** For good. */
export const purge = (userId: string, things: Binned & { all?: boolean }) =>
  send(endpoints.purgeBinned, { params: { userId }, body: things });
