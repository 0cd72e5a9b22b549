import type { Playlist } from '@vitrine/contract/playlists';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { deviceKeys, playlistKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import {
  addAlbums,
  createPlaylist,
  deletePlaylist,
  editPlaylist,
  type PlaylistForm,
  removeAlbum,
  setAlbumDuration,
  setAlbumOrder,
  setPlaylistCover,
} from './playlists.ts';

const PLAYLIST_KEYS = [playlistKeys.all];

/** Without an id, a new playlist. */
export const useSavePlaylist = (
  playlistId: string | undefined,
  after: MutationCallbacks<PlaylistForm, MessageResponse & { result: Playlist }>,
) =>
  useApiMutation({ change: (form) => (playlistId ? editPlaylist(playlistId, form) : createPlaylist(form)), stale: PLAYLIST_KEYS }, after);

export const useDeletePlaylist = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: (playlistId) => deletePlaylist(playlistId), stale: [playlistKeys.all, deviceKeys.all, publishKeys.all] }, after);

export const useSetPlaylistCover = (
  playlistId: string,
  after: MutationCallbacks<Parameters<typeof setPlaylistCover>[1], MessageResponse>,
) => useApiMutation({ change: (picture) => setPlaylistCover(playlistId, picture), stale: PLAYLIST_KEYS }, after);

export const useAddAlbums = (
  playlistId: string,
  after: MutationCallbacks<{ albumIds: string[]; firstSequence: number }, MessageResponse>,
) =>
  useApiMutation({ change: ({ albumIds, firstSequence }) => addAlbums(playlistId, albumIds, firstSequence), stale: PLAYLIST_KEYS }, after);

export const useRemoveAlbum = (playlistId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: (albumId) => removeAlbum(playlistId, albumId), stale: PLAYLIST_KEYS }, after);

/** All its albums, in their new order. */
export const useSetAlbumOrder = (playlistId: string, after: MutationCallbacks<readonly string[], MessageResponse>) =>
  useApiMutation({ change: (order) => setAlbumOrder(playlistId, order), stale: PLAYLIST_KEYS }, after);

export const useSetAlbumDuration = (playlistId: string, after: MutationCallbacks<{ albumId: string; seconds: number }, MessageResponse>) =>
  useApiMutation({ change: ({ albumId, seconds }) => setAlbumDuration(playlistId, albumId, seconds), stale: PLAYLIST_KEYS }, after);
