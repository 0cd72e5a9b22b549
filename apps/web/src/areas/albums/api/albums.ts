import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Album, SortOrder } from '@vitrine/contract/albums';
import * as endpoints from '@vitrine/contract/albums.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { albumKeys, deviceKeys, mediaKeys, playlistKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
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

/** Number of albums in all pages. */
export const albumCountOptions = (tab: AlbumTab, scope: OwnerScope) =>
  queryOptions({
    queryKey: albumKeys.count(tab, getOwnerKey(getTabScope(tab, scope))),
    queryFn: async ({ signal }) =>
      (
        await call(endpoints.countAlbums, {
          query: { type: tab === 'shared' ? 'shared' : undefined, ...toOwnerQuery(getTabScope(tab, scope)) },
          signal,
        })
      ).count,
  });

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

/** Members of a family may keep an album to themselves. */
const createAlbum = (name: string, isPrivate: boolean) => {
  const { userId, orgId } = getNewItemOwner();
  return send(endpoints.createAlbum, { body: { name, userId, orgId: isPrivate ? undefined : orgId } });
};
const editAlbum = (albumId: string, change: { name?: string; caption?: string; showPlaces?: boolean }) =>
  send(endpoints.editAlbum, { params: { id: albumId }, body: change });
/** `null` restores the first photo. */
const setAlbumCover = (albumId: string, key: string | null) =>
  send(endpoints.editAlbum, { params: { id: albumId }, body: { thumbnail: key === null ? null : { key } } });
const deleteAlbum = (albumId: string) => send(endpoints.deleteAlbum, { params: { id: albumId } });

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

export type AlbumResponse = MessageResponse & { result: Album };

/** Queries that change when albums or media are deleted or restored: their lists, the playlists and publishes that play them, and the storage in use. */
export const CONTENT_KEYS = [albumKeys.all, mediaKeys.all, playlistKeys.all, publishKeys.all, deviceKeys.all, accountKeys.storages];

interface AlbumForm {
  name: string;
  /** For new albums of members of a family. */
  isPrivate?: boolean;
}

/** Without an id, creates an album. */
export const useSaveAlbum = (albumId: string | undefined, after: MutationCallbacks<AlbumForm, AlbumResponse>) =>
  useApiMutation(
    {
      mutate: ({ name, isPrivate = false }) => (albumId ? editAlbum(albumId, { name }) : createAlbum(name, isPrivate)),
      invalidates: [albumKeys.all],
    },
    after,
  );

export const useEditAlbum = (albumId: string, after: MutationCallbacks<{ name?: string; caption?: string }, AlbumResponse>) =>
  useApiMutation({ mutate: (form) => editAlbum(albumId, form), invalidates: [albumKeys.all] }, after);

/** Whether those it is shared with see where its pictures were taken. */
export const useSetPlacesVisible = (albumId: string, after: MutationCallbacks<boolean, AlbumResponse>) =>
  useApiMutation({ mutate: (showPlaces) => editAlbum(albumId, { showPlaces }), invalidates: [albumKeys.all] }, after);

/** `null` restores the first photo. */
export const useSetAlbumCover = (albumId: string, after: MutationCallbacks<string | null, AlbumResponse>) =>
  useApiMutation({ mutate: (key) => setAlbumCover(albumId, key), invalidates: [albumKeys.all] }, after);

export const useDeleteAlbum = (after: MutationCallbacks<Album, MessageResponse>) =>
  useApiMutation({ mutate: ({ _id }) => deleteAlbum(_id), invalidates: CONTENT_KEYS }, after);
