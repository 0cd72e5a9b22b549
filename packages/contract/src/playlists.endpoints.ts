import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listCount } from './envelope.ts';
import {
  addAlbumsBody,
  createPlaylistBody,
  editPlaylistBody,
  playlist,
  playlistCountQuery,
  playlistItem,
  playlistItemsQuery,
  playlistLayoutBody,
  playlistListQuery,
  playlistSearchParams,
  playlistSearchQuery,
  removeAlbumBody,
} from './playlists.ts';

const playlists = z.array(playlist);

export const listPlaylists = endpoint({
  method: 'GET',
  path: '/playlists/:userId',
  summary: 'Lists the playlists of a user or family.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'playlists',
  query: playlistListQuery,
  result: playlists,
});

export const countPlaylists = endpoint({
  method: 'GET',
  path: '/playlists/count/:userId',
  summary: 'Counts the playlists of a user or family.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'playlists',
  query: playlistCountQuery,
  result: listCount,
});

export const searchPlaylists = endpoint({
  method: 'GET',
  path: '/playlists/search/:text',
  summary: 'Searches playlists by name.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'playlists',
  params: playlistSearchParams,
  query: playlistSearchQuery,
  result: playlists,
});

export const readPlaylist = endpoint({
  method: 'GET',
  path: '/playlists/details/:id',
  summary: 'Returns a playlist with its albums in order.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'playlists',
  result: playlist,
});

export const listPlaylistItems = endpoint({
  method: 'GET',
  path: '/playlists/items/:id',
  summary: 'Lists the items of the main zone of a playlist, or of other zones of its layout, in the order in which a screen plays them.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'playlists',
  query: playlistItemsQuery,
  result: z.array(playlistItem),
});

export const createPlaylist = endpoint({
  method: 'POST',
  path: '/playlists',
  summary: 'Creates an empty playlist.',
  errors: ['NOT_FOUND', 'PLAYLIST_LIMIT', 'PLAN_ENDED'],
  access: 'session',
  tag: 'playlists',
  body: createPlaylistBody,
  result: playlist,
  status: 201,
});

export const editPlaylist = endpoint({
  method: 'PUT',
  path: '/playlists/:id',
  summary: 'Changes the name, caption, cover, album order, album duration or synchronized playback of a playlist.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'playlists',
  body: editPlaylistBody,
  result: playlist,
});

export const deletePlaylist = endpoint({
  method: 'DELETE',
  path: '/playlists/:id',
  summary: 'Moves a playlist to Trash and removes it from all devices.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'playlists',
});

export const addPlaylistAlbums = endpoint({
  method: 'POST',
  path: '/playlists/album/add/:playlistId',
  summary: 'Adds albums to the end of a playlist.',
  errors: ['NOT_FOUND', 'ALBUM_IN_PLAYLIST', 'ALBUM_IN_ZONE', 'ALBUM_UNSEEN', 'PLAYLIST_FULL'],
  access: 'session',
  tag: 'playlists',
  body: addAlbumsBody,
  result: playlist,
});

export const setPlaylistLayout = endpoint({
  method: 'PUT',
  path: '/playlists/layout/:playlistId',
  summary: 'Sets or removes the layout of a playlist, with the albums of its side zones.',
  errors: ['NOT_FOUND', 'ALBUM_IN_PLAYLIST', 'ALBUM_UNSEEN'],
  access: 'session',
  tag: 'playlists',
  body: playlistLayoutBody,
  result: playlist,
});

export const removePlaylistAlbum = endpoint({
  method: 'DELETE',
  path: '/playlists/:id/album/remove',
  summary: 'Removes an album from a playlist.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'playlists',
  body: removeAlbumBody,
  result: playlist,
});
