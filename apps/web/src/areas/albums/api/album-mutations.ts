import type { Album } from '@vitrine/contract/albums';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { albumKeys, mediaKeys, playlistKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { type AlbumLinkSettings, createAlbumLink, editAlbumLink, revokeAlbumLink } from './album-links.ts';
import { createAlbum, deleteAlbum, editAlbum, setAlbumCover } from './albums.ts';
import { type BinItem, purgeFromBin, restoreAllFromBin, restoreFromBin } from './bin.ts';
import { type AlbumShare, leaveAlbum, shareAlbum } from './sharing.ts';

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

/** `null` goes back to the first picture. */
export const useSetAlbumCover = (albumId: string, after: MutationCallbacks<string | null, AlbumResponse>) =>
  useApiMutation({ change: (key) => setAlbumCover(albumId, key), stale: [albumKeys.all] }, after);

export const useDeleteAlbum = (after: MutationCallbacks<Album, MessageResponse>) =>
  useApiMutation({ change: ({ _id }) => deleteAlbum(_id), stale: CONTENT_KEYS }, after);

/** Out of the bin of whose it is; also used by Undo, when the dialog that deleted is about nothing any more. */
export const useRestoreFromBin = (after: MutationCallbacks<BinItem & { ownerId: string }, MessageResponse>) =>
  useApiMutation({ change: ({ ownerId, ...binned }) => restoreFromBin(ownerId, binned), stale: CONTENT_KEYS }, after);

export const useRestoreAllFromBin = (scope: OwnerScope, after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ change: () => restoreAllFromBin(scope), stale: CONTENT_KEYS }, after);

/** For good. */
export const usePurgeFromBin = (scope: OwnerScope, after: MutationCallbacks<BinItem & { all?: boolean }, MessageResponse>) =>
  useApiMutation({ change: (binned) => purgeFromBin(scope, binned), stale: CONTENT_KEYS }, after);

export const useShareAlbum = (
  albumId: string,
  after: MutationCallbacks<{ shares: readonly AlbumShare[]; removed: readonly string[] }, AlbumResponse>,
) => useApiMutation({ change: ({ shares, removed }) => shareAlbum(albumId, shares, removed), stale: [albumKeys.all] }, after);

/** What somebody set for a link; a password that is missing stays as it is. */
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
