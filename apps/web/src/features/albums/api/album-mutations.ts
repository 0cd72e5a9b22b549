import type { Album } from '@vitrine/contract/albums';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { albumKeys } from '../../../entities/albums/album-keys.ts';
import { mediaKeys } from '../../../entities/media/media-keys.ts';
import { playlistKeys } from '../../../entities/playlists/playlist-keys.ts';
import { publishKeys } from '../../../entities/publishes/publish-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { createLink, editLink, type LinkTerms, revokeLink } from './album-links.ts';
import { chooseCover, createAlbum, deleteAlbum, editAlbum } from './albums.ts';
import { type Binned, purge, restore, restoreAll } from './bin.ts';
import { leaveAlbum, type Share, shareAlbum } from './sharing.ts';

interface Said {
  message?: string;
}
type Saved = Said & { result: Album };

/** When albums come or go, so do their media, what plays them and the storage in use. */
const CONTENT = [albumKeys.all, mediaKeys.all, playlistKeys.all, publishKeys.all, accountKeys.storages];

/** Without an id, a new album. */
export const useSaveAlbum = (albumId: string | undefined, after: After<{ name: string; caption?: string }, Saved>) =>
  useChange({ change: (form) => (albumId ? editAlbum(albumId, form) : createAlbum(form.name)), stale: [albumKeys.all] }, after);

export const useEditAlbum = (albumId: string, after: After<{ name?: string; caption?: string }, Saved>) =>
  useChange({ change: (form) => editAlbum(albumId, form), stale: [albumKeys.all] }, after);

/** Whether those it is shared with see where its pictures were taken. */
export const useShowPlaces = (albumId: string, after: After<boolean, Saved>) =>
  useChange({ change: (showPlaces) => editAlbum(albumId, { showPlaces }), stale: [albumKeys.all] }, after);

/** `null` goes back to the first picture. */
export const useChooseCover = (albumId: string, after: After<string | null, Saved>) =>
  useChange({ change: (key) => chooseCover(albumId, key), stale: [albumKeys.all] }, after);

export const useDeleteAlbum = (after: After<Album, Said>) => useChange({ change: ({ _id }) => deleteAlbum(_id), stale: CONTENT }, after);

/** Out of the bin of whose it is; also used by Undo, when the dialog that deleted is about nothing any more. */
export const useRestore = (after: After<Binned & { ownerId: string }, Said>) =>
  useChange({ change: ({ ownerId, ...binned }) => restore(ownerId, binned), stale: CONTENT }, after);

export const useRestoreAll = (scope: OwnerScope, after: After<void, Said>) =>
  useChange({ change: () => restoreAll(scope), stale: CONTENT }, after);

/** For good. */
export const usePurge = (scope: OwnerScope, after: After<Binned & { all?: boolean }, Said>) =>
  useChange({ change: (binned) => purge(scope, binned), stale: CONTENT }, after);

export const useShareAlbum = (albumId: string, after: After<{ shares: readonly Share[]; removed: readonly string[] }, Saved>) =>
  useChange({ change: ({ shares, removed }) => shareAlbum(albumId, shares, removed), stale: [albumKeys.all] }, after);

/** What somebody set for a link; a password that is missing stays as it is. */
export const useCreateLink = (albumId: string, after: After<LinkTerms, Awaited<ReturnType<typeof createLink>>>) =>
  useChange({ change: (terms) => createLink(albumId, terms), stale: [albumKeys.links(albumId)] }, after);

export const useEditLink = (albumId: string, linkId: string, after: After<LinkTerms, Said>) =>
  useChange({ change: (terms) => editLink(linkId, terms), stale: [albumKeys.links(albumId)] }, after);

export const useRevokeLink = (albumId: string, after: After<string, Said>) =>
  useChange({ change: revokeLink, stale: [albumKeys.links(albumId)], isStaleOnError: true }, after);

export const useLeaveAlbum = (userId: string, after: After<string, Said>) =>
  useChange({ change: (albumId) => leaveAlbum(albumId, userId), stale: [albumKeys.all, playlistKeys.all] }, after);
