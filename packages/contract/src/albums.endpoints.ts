import { z } from 'zod';
import { album, albumCountQuery, albumListQuery, albumSearchQuery, albumsQuery, createAlbumBody, editAlbumBody } from './albums.ts';
import { endpoint } from './endpoint.ts';
import { listCount } from './envelope.ts';
import { media, mediaSearchQuery } from './media.ts';
import { storageDetails, storageQuery } from './storage.ts';

const albums = z.array(album);

export const listAlbums = endpoint({
  method: 'GET',
  path: '/albums',
  summary: 'Lists the albums of a family or user, by default those of the caller.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'albums',
  query: albumsQuery,
  result: albums,
});

export const countAlbums = endpoint({
  method: 'GET',
  path: '/albums/count',
  summary: 'Counts the albums of a family or user, or those that others share with a user.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'albums',
  query: albumCountQuery,
  result: listCount,
});

export const listUserAlbums = endpoint({
  method: 'GET',
  path: '/albums/:userId',
  summary: 'Lists the albums of a user.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'albums',
  query: albumListQuery,
  result: albums,
});

export const listSharedAlbums = endpoint({
  method: 'GET',
  path: '/albums/shares/:userId',
  summary: 'Lists the albums that other people share with a user.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'albums',
  query: albumListQuery,
  result: albums,
});

export const searchAlbums = endpoint({
  method: 'GET',
  path: '/albums/all/search',
  summary: 'Searches own or shared albums by name.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'albums',
  query: albumSearchQuery,
  result: albums,
});

export const searchMedia = endpoint({
  method: 'GET',
  path: '/medias/search',
  summary: 'Searches the media of all albums that the caller can see, by name or caption.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'albums',
  query: mediaSearchQuery,
  result: z.array(media),
});

export const readStorage = endpoint({
  method: 'GET',
  path: '/albums/users/storages/:userId',
  summary: 'Returns how much storage a user or family uses and by what.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'albums',
  query: storageQuery,
  result: storageDetails,
});

export const readAlbum = endpoint({
  method: 'GET',
  path: '/albums/details/:id',
  summary: "Returns an album with its cover, members and the caller's abilities.",
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'albums',
  result: album,
});

export const createAlbum = endpoint({
  method: 'POST',
  path: '/albums',
  summary: 'Creates an album.',
  errors: ['NOT_FOUND', 'ALBUM_LIMIT', 'PLAN_ENDED'],
  access: 'session',
  tag: 'albums',
  body: createAlbumBody,
  result: album,
  status: 201,
});

export const editAlbum = endpoint({
  method: 'PUT',
  path: '/albums/:id',
  summary: 'Changes the name, caption, cover or location setting of an album.',
  errors: ['NOT_FOUND', 'ACCESS_DENIED', 'ALBUM_DEFAULT'],
  access: 'session',
  tag: 'albums',
  body: editAlbumBody,
  result: album,
});

export const deleteAlbum = endpoint({
  method: 'DELETE',
  path: '/albums/:id',
  summary: 'Moves an album with its media to Trash.',
  errors: ['NOT_FOUND', 'ALBUM_DEFAULT'],
  access: 'session',
  tag: 'albums',
});
