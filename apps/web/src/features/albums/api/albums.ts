import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Album, SortOrder } from '@vitrine/contract/albums';
import { ownerOfNew } from '../../../entities/accounts/owner-of-new.ts';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { albumKeys } from '../../../entities/albums/album-keys.ts';
import { api } from '../../../lib/api-client.ts';

/** How many albums are loaded at once; the list ends with the first page that is shorter (specification 2 §9). */
const PAGE_SIZE = 25;
const SHARED_PAGE_SIZE = 150;
const LIST_SIZE = 250;

export type AlbumTab = 'mine' | 'shared';

const pathOf = (tab: AlbumTab, { userId, orgId }: OwnerScope): string => {
  if (tab === 'shared') return `/albums/shares/${userId}`;
  return orgId ? '/albums/' : `/albums/${userId}`;
};
const ownerIdOf = (tab: AlbumTab, { userId, orgId }: OwnerScope): string => (tab === 'mine' && orgId ? orgId : userId);

export const albumPagesOptions = (tab: AlbumTab, scope: OwnerScope, sort?: SortOrder) => {
  const dataPerPage = tab === 'mine' ? PAGE_SIZE : SHARED_PAGE_SIZE;
  return infiniteQueryOptions({
    queryKey: albumKeys.pages(tab, ownerIdOf(tab, scope), sort),
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
export const albumListOptions = (tab: AlbumTab, scope: OwnerScope) =>
  queryOptions({
    queryKey: albumKeys.list(tab, ownerIdOf(tab, scope)),
    queryFn: ({ signal }) =>
      tab === 'shared'
        ? api.get<Album[]>(pathOf(tab, scope), { query: { dataPerPage: SHARED_PAGE_SIZE }, signal })
        : api.get<Album[]>('/albums', {
            query: { orgId: scope.orgId, userId: scope.orgId ? undefined : scope.userId, dataPerPage: LIST_SIZE },
            signal,
          }),
  });

export const albumOptions = (albumId: string) =>
  queryOptions({ queryKey: albumKeys.one(albumId), queryFn: ({ signal }) => api.get<Album>(`/albums/details/${albumId}`, { signal }) });

export const createAlbum = (name: string) => api.post<Album>('/albums', { name, ...ownerOfNew() });
export const editAlbum = (albumId: string, change: { name?: string; caption?: string }) => api.put<Album>(`/albums/${albumId}`, change);
/** `null` goes back to the first picture. */
export const chooseCover = (albumId: string, key: string | null) => api.put<Album>(`/albums/${albumId}`, { thumbnail: key && { key } });
export const deleteAlbum = (albumId: string) => api.delete<undefined>(`/albums/${albumId}`);

/** Albums by their name; `shared` looks through those of others. */
export const albumSearchOptions = (tab: AlbumTab, userId: string, text: string) =>
  queryOptions({
    queryKey: albumKeys.search(tab, userId, text),
    queryFn: ({ signal }) =>
      api.get<Album[]>('/albums/all/search', {
        query: { string: text, type: tab === 'shared' ? 'shared' : undefined, userId: ownerOfNew().userId },
        signal,
      }),
    enabled: text !== '',
  });
