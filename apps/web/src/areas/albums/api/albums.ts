import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { SortOrder } from '@vitrine/contract/albums';
import * as endpoints from '@vitrine/contract/albums.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { albumKeys } from '../../../lib/query-keys.ts';
import { getNewItemOwner, getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';

/** How many albums are loaded at once; the list ends with the first page that is shorter (specification 2 §9). */
const PAGE_SIZE = 25;
const SHARED_PAGE_SIZE = 150;
const LIST_SIZE = 250;

export type AlbumTab = 'mine' | 'shared';

interface Pages {
  sort?: SortOrder;
  page?: number;
  dataPerPage: number;
}
const listAlbums = (tab: AlbumTab, scope: OwnerScope, query: Pages, signal: AbortSignal) => {
  if (tab === 'shared') return call(endpoints.listSharedAlbums, { params: { userId: scope.userId }, query, signal });
  return call(endpoints.listAlbums, { query: { ...query, ...toOwnerQuery(scope) }, signal });
};
/** Albums are shared with a person, never with an organisation. */
const getTabScope = (tab: AlbumTab, { userId, orgId }: OwnerScope): OwnerScope => ({ userId, orgId: tab === 'mine' ? orgId : undefined });

export const albumPagesOptions = (tab: AlbumTab, scope: OwnerScope, sort?: SortOrder) => {
  const dataPerPage = tab === 'mine' ? PAGE_SIZE : SHARED_PAGE_SIZE;
  return infiniteQueryOptions({
    queryKey: albumKeys.pages(tab, getOwnerKey(getTabScope(tab, scope)), sort),
    queryFn: ({ pageParam, signal }) => listAlbums(tab, scope, { sort, page: pageParam, dataPerPage }, signal),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, number) => (page.length < dataPerPage ? undefined : number + 1),
  });
};

/** All of them at once, for pickers and side lists. */
export const albumListOptions = (tab: AlbumTab, scope: OwnerScope) =>
  queryOptions({
    queryKey: albumKeys.list(tab, getOwnerKey(getTabScope(tab, scope))),
    queryFn: ({ signal }) => listAlbums(tab, scope, { dataPerPage: tab === 'shared' ? SHARED_PAGE_SIZE : LIST_SIZE }, signal),
  });

export const albumOptions = (albumId: string) =>
  queryOptions({
    queryKey: albumKeys.one(albumId),
    queryFn: ({ signal }) => call(endpoints.readAlbum, { params: { id: albumId }, signal }),
  });

export const createAlbum = (name: string) => send(endpoints.createAlbum, { body: { name, ...getNewItemOwner() } });
export const editAlbum = (albumId: string, change: { name?: string; caption?: string; showPlaces?: boolean }) =>
  send(endpoints.editAlbum, { params: { id: albumId }, body: change });
/** `null` goes back to the first picture. */
export const setAlbumCover = (albumId: string, key: string | null) =>
  send(endpoints.editAlbum, { params: { id: albumId }, body: { thumbnail: key === null ? null : { key } } });
export const deleteAlbum = (albumId: string) => send(endpoints.deleteAlbum, { params: { id: albumId } });

/** Albums by their name; `shared` looks through those of others. */
export const albumSearchOptions = (tab: AlbumTab, scope: OwnerScope, text: string) =>
  queryOptions({
    queryKey: albumKeys.search(tab, getOwnerKey(getTabScope(tab, scope)), text),
    queryFn: ({ signal }) =>
      call(endpoints.searchAlbums, {
        query: { string: text, type: tab === 'shared' ? 'shared' : undefined, ...toOwnerQuery(getTabScope(tab, scope)) },
        signal,
      }),
    enabled: text !== '',
  });
