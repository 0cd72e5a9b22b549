import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  addAlbumsBody,
  createPlaylistBody,
  editPlaylistBody,
  playlist,
  playlistItem,
  playlistListQuery,
  playlistSearchParams,
  playlistSearchQuery,
  removeAlbumBody,
} from './playlists.ts';

const playlists = z.array(playlist);

export const listPlaylists = endpoint({
  method: 'GET',
  path: '/playlists/:userId',
  access: 'session',
  tag: 'playlists',
  query: playlistListQuery,
  result: playlists,
});

export const searchPlaylists = endpoint({
  method: 'GET',
  path: '/playlists/search/:text',
  access: 'session',
  tag: 'playlists',
  params: playlistSearchParams,
  query: playlistSearchQuery,
  result: playlists,
});

export const readPlaylist = endpoint({
  method: 'GET',
  path: '/playlists/details/:id',
  access: 'session',
  tag: 'playlists',
  result: playlist,
});

/** The same items, in the same order, as a screen would play. */
export const listPlaylistItems = endpoint({
  method: 'GET',
  path: '/playlists/items/:id',
  access: 'session',
  tag: 'playlists',
  result: z.array(playlistItem),
});

export const createPlaylist = endpoint({
  method: 'POST',
  path: '/playlists',
  access: 'session',
  tag: 'playlists',
  body: createPlaylistBody,
  result: playlist,
  status: 201,
});

export const editPlaylist = endpoint({
  method: 'PUT',
  path: '/playlists/:id',
  access: 'session',
  tag: 'playlists',
  body: editPlaylistBody,
  result: playlist,
});

export const deletePlaylist = endpoint({ method: 'DELETE', path: '/playlists/:id', access: 'session', tag: 'playlists' });

export const addAlbums = endpoint({
  method: 'POST',
  path: '/playlists/album/add/:playlistId',
  access: 'session',
  tag: 'playlists',
  body: addAlbumsBody,
  result: playlist,
});

export const removeAlbum = endpoint({
  method: 'DELETE',
  path: '/playlists/:id/album/remove',
  access: 'session',
  tag: 'playlists',
  body: removeAlbumBody,
  result: playlist,
});
