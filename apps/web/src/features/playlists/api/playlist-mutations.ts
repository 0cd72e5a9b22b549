import type { Playlist } from '@vitrine/contract/playlists';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { playlistKeys } from '../../../entities/playlists/playlist-keys.ts';
import { publishKeys } from '../../../entities/publishes/publish-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import {
  addAlbums,
  arrangeAlbums,
  choosePlaylistCover,
  createPlaylist,
  deletePlaylist,
  editPlaylist,
  type PlaylistForm,
  removeAlbum,
  setAlbumDuration,
} from './playlists.ts';

interface Said {
  message?: string;
}
const PLAYLISTS = [playlistKeys.all];

/** Without an id, a new playlist. */
export const useSavePlaylist = (playlistId: string | undefined, after: After<PlaylistForm, Said & { result: Playlist }>) =>
  useChange({ change: (form) => (playlistId ? editPlaylist(playlistId, form) : createPlaylist(form)), stale: PLAYLISTS }, after);

export const useDeletePlaylist = (after: After<string, Said>) =>
  useChange({ change: (playlistId) => deletePlaylist(playlistId), stale: [playlistKeys.all, deviceKeys.all, publishKeys.all] }, after);

export const useChoosePlaylistCover = (playlistId: string, after: After<Parameters<typeof choosePlaylistCover>[1], Said>) =>
  useChange({ change: (picture) => choosePlaylistCover(playlistId, picture), stale: PLAYLISTS }, after);

export const useAddAlbums = (playlistId: string, after: After<{ albumIds: string[]; firstSequence: number }, Said>) =>
  useChange({ change: ({ albumIds, firstSequence }) => addAlbums(playlistId, albumIds, firstSequence), stale: PLAYLISTS }, after);

export const useRemoveAlbum = (playlistId: string, after: After<string, Said>) =>
  useChange({ change: (albumId) => removeAlbum(playlistId, albumId), stale: PLAYLISTS }, after);

/** All its albums, in their new order. */
export const useArrangeAlbums = (playlistId: string, after: After<readonly string[], Said>) =>
  useChange({ change: (order) => arrangeAlbums(playlistId, order), stale: PLAYLISTS }, after);

export const useSetAlbumDuration = (playlistId: string, after: After<{ albumId: string; seconds: number }, Said>) =>
  useChange({ change: ({ albumId, seconds }) => setAlbumDuration(playlistId, albumId, seconds), stale: PLAYLISTS }, after);
