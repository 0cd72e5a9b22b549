import { z } from 'zod';
import { album, albumListQuery, albumSearchQuery, albumsQuery, createAlbumBody, editAlbumBody } from './albums.ts';
import { endpoint } from './endpoint.ts';
import { media, mediaSearchQuery } from './media.ts';
import { storageDetails, storageQuery } from './storage.ts';

const albums = z.array(album);

/** Of an organisation or of a user; of whoever asks when neither is named. */
export const listAlbums = endpoint({
  method: 'GET',
  path: '/albums',
  access: 'session',
  tag: 'albums',
  query: albumsQuery,
  result: albums,
});

export const listUserAlbums = endpoint({
  method: 'GET',
  path: '/albums/:userId',
  access: 'session',
  tag: 'albums',
  query: albumListQuery,
  result: albums,
});

export const listSharedAlbums = endpoint({
  method: 'GET',
  path: '/albums/shares/:userId',
  access: 'session',
  tag: 'albums',
  query: albumListQuery,
  result: albums,
});

export const searchAlbums = endpoint({
  method: 'GET',
  path: '/albums/all/search',
  access: 'session',
  tag: 'albums',
  query: albumSearchQuery,
  result: albums,
});

/** Media of every album one sees, by name or caption. */
export const searchMedia = endpoint({
  method: 'GET',
  path: '/medias/search',
  access: 'session',
  tag: 'albums',
  query: mediaSearchQuery,
  result: z.array(media),
});

export const readStorage = endpoint({
  method: 'GET',
  path: '/albums/users/storages/:userId',
  access: 'session',
  tag: 'albums',
  query: storageQuery,
  result: storageDetails,
});

export const readAlbum = endpoint({ method: 'GET', path: '/albums/details/:id', access: 'session', tag: 'albums', result: album });

export const createAlbum = endpoint({
  method: 'POST',
  path: '/albums',
  access: 'session',
  tag: 'albums',
  body: createAlbumBody,
  result: album,
  status: 201,
});

export const editAlbum = endpoint({
  method: 'PUT',
  path: '/albums/:id',
  access: 'session',
  tag: 'albums',
  body: editAlbumBody,
  result: album,
});

export const deleteAlbum = endpoint({ method: 'DELETE', path: '/albums/:id', access: 'session', tag: 'albums' });
