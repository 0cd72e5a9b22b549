import { queryOptions } from '@tanstack/react-query';
import type { SortOrder } from '@vitrine/contract/albums';
import type { Playlist, PlaylistItem } from '@vitrine/contract/playlists';
import { ownerOfNew } from '../../../lib/account-in-view.ts';
import { api } from '../../../lib/api-client.ts';
import { keys } from '../../../lib/query-keys.ts';

/** With orgId, the organisation's (specification 1 §6). */
export const playlistListOptions = (userId: string, sort?: SortOrder, orgId?: string) =>
  queryOptions({
    queryKey: keys.playlistList(orgId ?? userId, sort),
    queryFn: ({ signal }) => api.get<Playlist[]>(`/playlists/${userId}`, { query: { sort, orgId, dataPerPage: 250 }, signal }),
  });

export const playlistOptions = (playlistId: string) =>
  queryOptions({
    queryKey: keys.playlist(playlistId),
    queryFn: ({ signal }) => api.get<Playlist>(`/playlists/details/${playlistId}`, { signal }),
  });

/** The same items, in the same order, as a screen would play. */
export const playlistItemsOptions = (playlistId: string) =>
  queryOptions({
    queryKey: keys.playlistItems(playlistId),
    queryFn: ({ signal }) => api.get<PlaylistItem[]>(`/playlists/items/${playlistId}`, { signal }),
  });

export interface PlaylistForm {
  name: string;
  caption: string;
}

export const createPlaylist = (form: PlaylistForm) => api.post<Playlist>('/playlists', { ...form, ...ownerOfNew() });
export const editPlaylist = (playlistId: string, form: PlaylistForm) => api.put<Playlist>(`/playlists/${playlistId}`, form);
export const deletePlaylist = (playlistId: string) => api.delete<undefined>(`/playlists/${playlistId}`);

/** Appends albums after the ones that are there. */
export const addAlbums = (playlistId: string, albumIds: string[], firstSequence: number) =>
  api.post<Playlist>(`/playlists/album/add/${playlistId}`, {
    albumArr: albumIds.map((albumId, index) => ({ albumId, duration: 0, sequence: firstSequence + index })),
  });

export const removeAlbum = (playlistId: string, albumId: string) =>
  api.delete<undefined>(`/playlists/${playlistId}/album/remove`, { body: { albumId } });

/** Seconds each image of this album stays on the wall. */
export const setAlbumDuration = (playlistId: string, albumId: string, duration: number) =>
  api.put<Playlist>(`/playlists/${playlistId}`, { albumId, duration });
