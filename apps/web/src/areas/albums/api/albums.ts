import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Album, SortOrder } from '@vitrine/contract/albums';
import * as endpoints from '@vitrine/contract/albums.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { albumKeys, mediaKeys, playlistKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import { getNewItemOwner, getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';
import { type AlbumLinkSettings, createAlbumLink, editAlbumLink, revokeAlbumLink } from './album-links.ts';
import { type BinItem, purgeFromBin, restoreAllFromBin, restoreFromBin } from './bin.ts';
import { type AlbumShare, leaveAlbum, shareAlbum } from './sharing.ts';

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

const createAlbum = (name: string) => send(endpoints.createAlbum, { body: { name, ...getNewItemOwner() } });
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

type AlbumResponse = MessageResponse & { result: Album };

/** When albums come or go, so do their media, what plays them and the storage in use. */
const CONTENT_KEYS = [albumKeys.all, mediaKeys.all, playlistKeys.all, publishKeys.all, accountKeys.storages];

/** Without an id, a new album. */
export const useSaveAlbum = (albumId: string | undefined, after: MutationCallbacks<{ name: string; caption?: string }, AlbumResponse>) =>
  useApiMutation({ change: (form) => (albumId ? editAlbum(albumId, form) : createAlbum(form.name)), stale: [albumKeys.all] }, after);

export const useEditAlbum = (albumId: string, after: MutationCallbacks<{ name?: string; caption?: string }, AlbumResponse>) =>
  useApiMutation({ change: (form) => editAlbum(albumId, form), stale: [albumKeys.all] }, after);

/** Whether those it is shared with see where its pictures were taken. */
export const useSetPlacesVisible = (albumId: string, after: MutationCallbacks<boolean, AlbumResponse>) =>
  useApiMutation({ change: (showPlaces) => editAlbum(albumId, { showPlaces }), stale: [albumKeys.all] }, after);

/** `null` restores the first photo. */
export const useSetAlbumCover = (albumId: string, after: MutationCallbacks<string | null, AlbumResponse>) =>
  useApiMutation({ change: (key) => setAlbumCover(albumId, key), stale: [albumKeys.all] }, after);

export const useDeleteAlbum = (after: MutationCallbacks<Album, MessageResponse>) =>
  useApiMutation({ change: ({ _id }) => deleteAlbum(_id), stale: CONTENT_KEYS }, after);

/** Restores from the owner's bin; also used by Undo, when the dialog no longer has the deleted object. */
export const useRestoreFromBin = (after: MutationCallbacks<BinItem & { ownerId: string }, MessageResponse>) =>
  useApiMutation({ change: ({ ownerId, ...binned }) => restoreFromBin(ownerId, binned), stale: CONTENT_KEYS }, after);

export const useRestoreAllFromBin = (scope: OwnerScope, after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ change: () => restoreAllFromBin(scope), stale: CONTENT_KEYS }, after);

/** Deletes permanently. */
export const usePurgeFromBin = (scope: OwnerScope, after: MutationCallbacks<BinItem & { all?: boolean }, MessageResponse>) =>
  useApiMutation({ change: (binned) => purgeFromBin(scope, binned), stale: CONTENT_KEYS }, after);

export const useShareAlbum = (
  albumId: string,
  after: MutationCallbacks<{ shares: readonly AlbumShare[]; removed: readonly string[] }, AlbumResponse>,
) => useApiMutation({ change: ({ shares, removed }) => shareAlbum(albumId, shares, removed), stale: [albumKeys.all] }, after);

/** Settings of a new link; a missing password keeps the current one. */
export const useCreateAlbumLink = (
  albumId: string,
  after: MutationCallbacks<AlbumLinkSettings, Awaited<ReturnType<typeof createAlbumLink>>>,
) => useApiMutation({ change: (terms) => createAlbumLink(albumId, terms), stale: [albumKeys.links(albumId)] }, after);

export const useEditAlbumLink = (albumId: string, linkId: string, after: MutationCallbacks<AlbumLinkSettings, MessageResponse>) =>
  useApiMutation({ change: (terms) => editAlbumLink(linkId, terms), stale: [albumKeys.links(albumId)] }, after);

export const useRevokeAlbumLink = (albumId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: revokeAlbumLink, stale: [albumKeys.links(albumId)], isStaleOnError: true }, after);

export const useLeaveAlbum = (userId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: (albumId) => leaveAlbum(albumId, userId), stale: [albumKeys.all, playlistKeys.all] }, after);
