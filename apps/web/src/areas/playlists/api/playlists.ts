import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { SortOrder } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import type { Playlist, PlaylistItem, PlaylistLayoutBody } from '@vitrine/contract/playlists';
import * as endpoints from '@vitrine/contract/playlists.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { albumKeys, deviceKeys, playlistKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { toast } from '../../../ui/toast-store.ts';
import { getNewItemOwner, getOwnerKey, type OwnerScope, toOwnerQuery } from '../../accounts/owner-scope.ts';

/** How many playlists are loaded at once (specification 2 §9); the list ends with the first one that is shorter. */
const PAGE_SIZE = 50;

export const playlistPagesOptions = ({ userId, orgId }: OwnerScope, sort?: SortOrder) =>
  infiniteQueryOptions({
    queryKey: playlistKeys.pages(orgId ?? userId, sort),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listPlaylists, { params: { userId }, query: { orgId, sort, dataPerPage: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
  });

/** Number of playlists in all pages. */
export const playlistCountOptions = ({ userId, orgId }: OwnerScope) =>
  queryOptions({
    queryKey: playlistKeys.count(orgId ?? userId),
    queryFn: async ({ signal }) => (await call(endpoints.countPlaylists, { params: { userId }, query: { orgId }, signal })).count,
  });

/** Searches for playlists by a part of the name. The text is cut to the maximum length of a name. */
export const playlistSearchOptions = (scope: OwnerScope, text: string) =>
  queryOptions({
    queryKey: playlistKeys.search(getOwnerKey(scope), text),
    queryFn: ({ signal }) =>
      text.length > LIMITS.detailNameMax ? [] : call(endpoints.searchPlaylists, { params: { text }, query: toOwnerQuery(scope), signal }),
    enabled: text !== '',
  });

/** All of them at once, for side lists. */
export const playlistListOptions = (userId: string, sort?: SortOrder, orgId?: string) =>
  queryOptions({
    queryKey: playlistKeys.list(orgId ?? userId, sort),
    queryFn: ({ signal }) => call(endpoints.listPlaylists, { params: { userId }, query: { sort, orgId, dataPerPage: 250 }, signal }),
  });

export const playlistOptions = (playlistId: string) =>
  queryOptions({
    queryKey: playlistKeys.one(playlistId),
    queryFn: ({ signal }) => call(endpoints.readPlaylist, { params: { id: playlistId }, signal }),
  });

/** Items of all zones, in the order in which a screen plays them. */
export const allPlaylistItemsOptions = (playlistId: string) =>
  queryOptions({
    queryKey: playlistKeys.items(playlistId),
    queryFn: ({ signal }) => call(endpoints.listPlaylistItems, { params: { id: playlistId }, query: { zone: 'all' }, signal }),
  });

/** Items of the main zone, in the order in which a screen plays them. */
export const playlistItemsOptions = (playlistId: string) =>
  queryOptions({ ...allPlaylistItemsOptions(playlistId), select: selectMainItems });
const selectMainItems = (items: PlaylistItem[]) => items.filter(({ zone }) => zone === 'main');

interface PlaylistForm {
  name: string;
  caption: string;
}

export const createPlaylist = (form: PlaylistForm) => send(endpoints.createPlaylist, { body: { ...form, ...getNewItemOwner() } });
const editPlaylist = (playlistId: string, form: PlaylistForm) => send(endpoints.editPlaylist, { params: { id: playlistId }, body: form });
const deletePlaylist = (playlistId: string) => send(endpoints.deletePlaylist, { params: { id: playlistId } });

/** Its albums in this order; those not named keep following the one they follow. */
const setAlbumOrder = (playlistId: string, albumIds: readonly string[]) =>
  send(endpoints.editPlaylist, {
    params: { id: playlistId },
    body: { albumArr: albumIds.map((albumId, index) => ({ albumId, sequence: index + 1 })) },
  });

/** `null` restores the covers of its albums. */
const setPlaylistCover = (playlistId: string, picture: { key: string; name: string; mimetype: string } | null) =>
  send(endpoints.editPlaylist, { params: { id: playlistId }, body: { thumbnail: picture } });

/** Appends albums to the existing ones. */
export const addAlbums = (playlistId: string, albumIds: string[], firstSequence: number) =>
  send(endpoints.addPlaylistAlbums, {
    params: { playlistId },
    body: { albumArr: albumIds.map((albumId, index) => ({ albumId, duration: 0, sequence: firstSequence + index })) },
  });

const removeAlbum = (playlistId: string, albumId: string) =>
  send(endpoints.removePlaylistAlbum, { params: { id: playlistId }, body: { albumId } });

/** Seconds each image of this album stays on the wall. */
const setAlbumDuration = (playlistId: string, albumId: string, duration: number) =>
  send(endpoints.editPlaylist, { params: { id: playlistId }, body: { albumId, duration } });

const setLayout = (playlistId: string, body: PlaylistLayoutBody) => send(endpoints.setPlaylistLayout, { params: { playlistId }, body });

const setSynchronized = (playlistId: string, synchronized: boolean) =>
  send(endpoints.editPlaylist, { params: { id: playlistId }, body: { synchronized } });

const PLAYLIST_KEYS = [playlistKeys.all];

/** Without an id, a new playlist. */
export const useSavePlaylist = (
  playlistId: string | undefined,
  after: MutationCallbacks<PlaylistForm, MessageResponse & { result: Playlist }>,
) =>
  useApiMutation(
    { mutate: (form) => (playlistId ? editPlaylist(playlistId, form) : createPlaylist(form)), invalidates: PLAYLIST_KEYS },
    after,
  );

export const useDeletePlaylist = (after: MutationCallbacks<Pick<Playlist, '_id' | 'name' | 'userId'>, MessageResponse>) =>
  useApiMutation(
    { mutate: ({ _id }) => deletePlaylist(_id), invalidates: [playlistKeys.all, deviceKeys.all, publishKeys.all, albumKeys.all] },
    after,
  );

export const useSetPlaylistCover = (
  playlistId: string,
  after: MutationCallbacks<Parameters<typeof setPlaylistCover>[1], MessageResponse>,
) => useApiMutation({ mutate: (picture) => setPlaylistCover(playlistId, picture), invalidates: PLAYLIST_KEYS }, after);

export const useAddAlbums = (
  playlistId: string,
  after: MutationCallbacks<{ albumIds: string[]; firstSequence: number }, MessageResponse>,
) =>
  useApiMutation(
    { mutate: ({ albumIds, firstSequence }) => addAlbums(playlistId, albumIds, firstSequence), invalidates: PLAYLIST_KEYS },
    after,
  );

export const useRemoveAlbum = (playlistId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (albumId) => removeAlbum(playlistId, albumId), invalidates: PLAYLIST_KEYS }, after);

/** All its albums, in their new order. */
export const useSetAlbumOrder = (playlistId: string, after: MutationCallbacks<readonly string[], MessageResponse>) =>
  useApiMutation({ mutate: (order) => setAlbumOrder(playlistId, order), invalidates: PLAYLIST_KEYS }, after);

export const useSetAlbumDuration = (playlistId: string, after: MutationCallbacks<{ albumId: string; seconds: number }, MessageResponse>) =>
  useApiMutation({ mutate: ({ albumId, seconds }) => setAlbumDuration(playlistId, albumId, seconds), invalidates: PLAYLIST_KEYS }, after);

export const useSetLayout = (playlistId: string, after: MutationCallbacks<PlaylistLayoutBody, MessageResponse>) =>
  useApiMutation({ mutate: (body) => setLayout(playlistId, body), invalidates: PLAYLIST_KEYS }, after);

export const useSetSynchronized = (playlistId: string, after: MutationCallbacks<boolean, MessageResponse>) =>
  useApiMutation({ mutate: (synchronized) => setSynchronized(playlistId, synchronized), invalidates: PLAYLIST_KEYS }, after);

/** Shows the server's message. Pending until the playlists are refetched, so that no row jumps back in the meantime. */
export const saveToasts = {
  onSuccess: ({ message }: MessageResponse, _input: unknown, refreshed: Promise<unknown>): Promise<unknown> => {
    if (message) toast.success(message);
    return refreshed;
  },
  onError: (error: Error) => void toast.error(getErrorMessage(error)),
} satisfies MutationCallbacks<never, MessageResponse>;
