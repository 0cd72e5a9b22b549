import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Album, SortOrder } from '@vitrine/contract/albums';
import { ownerOfNew } from '../../../lib/account-in-view.ts';
import { api } from '../../../lib/api-client.ts';
import { keys } from '../../../lib/query-keys.ts';

/** How many albums are loaded at once; the list ends with the first page that is shorter (specification 2 §9). */
const PAGE_SIZE = 25;
const SHARED_PAGE_SIZE = 150;
const LIST_SIZE = 250;

export type AlbumTab = 'mine' | 'shared';

/** Whose albums: an organisation's where the effective mode says so, a user's otherwise. */
export interface AlbumScope {
  userId: string;
  orgId?: string;
}

const pathOf = (tab: AlbumTab, { userId, orgId }: AlbumScope): string => {
  if (tab === 'shared') return `/albums/shares/${userId}`;
  return orgId ? '/albums/' : `/albums/${userId}`;
};
const whoseOf = (tab: AlbumTab, { userId, orgId }: AlbumScope): string => (tab === 'mine' && orgId ? orgId : userId);

export const albumPagesOptions = (tab: AlbumTab, scope: AlbumScope, sort?: SortOrder) => {
  const dataPerPage = tab === 'mine' ? PAGE_SIZE : SHARED_PAGE_SIZE;
  return infiniteQueryOptions({
    queryKey: keys.albumPages(tab, whoseOf(tab, scope), sort),
    queryFn: ({ pageParam, signal }) =>
      api.get<Album[]>(pathOf(tab, scope), {
        query: { orgId: tab === 'mine' ? scope.orgId : undefined, sort, page: pageParam, dataPerPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, number) => (page.length < dataPerPage ? undefined : number + 1),
  });
};

/** All of them at once, for pickers and side lists. */
export const albumListOptions = (tab: AlbumTab, scope: AlbumScope) =>
  queryOptions({
    queryKey: keys.albumList(tab, whoseOf(tab, scope)),
    queryFn: ({ signal }) =>
      tab === 'shared'
        ? api.get<Album[]>(pathOf(tab, scope), { query: { dataPerPage: SHARED_PAGE_SIZE }, signal })
        : api.get<Album[]>('/albums', {
            query: { orgId: scope.orgId, userId: scope.orgId ? undefined : scope.userId, dataPerPage: LIST_SIZE },
            signal,
          }),
  });

export const albumOptions = (albumId: string) =>
  queryOptions({ queryKey: keys.album(albumId), queryFn: ({ signal }) => api.get<Album>(`/albums/details/${albumId}`, { signal }) });

export const createAlbum = (name: string) => api.post<Album>('/albums', { name, ...ownerOfNew() });
export const editAlbum = (albumId: string, change: { name?: string; caption?: string }) => api.put<Album>(`/albums/${albumId}`, change);
/** `null` goes back to the first picture. */
export const chooseCover = (albumId: string, key: string | null) => api.put<Album>(`/albums/${albumId}`, { thumbnail: key && { key } });
export const deleteAlbum = (albumId: string) => api.delete<undefined>(`/albums/${albumId}`);

/** Albums by their name; `shared` looks through those of others. */
export const albumSearchOptions = (tab: AlbumTab, userId: string, text: string) =>
  queryOptions({
    queryKey: keys.albumSearch(tab, userId, text),
    queryFn: ({ signal }) =>
      api.get<Album[]>('/albums/all/search', {
        query: { string: text, type: tab === 'shared' ? 'shared' : undefined, userId: ownerOfNew().userId },
        signal,
      }),
    enabled: text !== '',
  });
