import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  copyMediaBody,
  createMediaBody,
  deleteMediaBody,
  editMediaBody,
  favouriteBody,
  knownFiles,
  knownFilesBody,
  media,
  mediaIds,
  mediaLayout,
  mediaLayoutQuery,
  mediaListQuery,
  moveMediaBody,
  orderMediaBody,
  rotateMediaBody,
} from './media.ts';

export const listMedia = endpoint({
  method: 'GET',
  path: '/medias/:albumId',
  access: 'session',
  tag: 'media',
  query: mediaListQuery,
  result: z.array(media),
});

export const readMediaLayout = endpoint({
  method: 'GET',
  path: '/medias/:albumId/layout',
  access: 'session',
  tag: 'media',
  query: mediaLayoutQuery,
  result: mediaLayout,
  hasEtag: true,
});

export const listMediaIds = endpoint({
  method: 'GET',
  path: '/medias/:albumId/ids',
  access: 'session',
  tag: 'media',
  query: mediaLayoutQuery,
  result: mediaIds,
});

export const readMedia = endpoint({ method: 'GET', path: '/medias/media/:mediaId', access: 'session', tag: 'media', result: media });

/** Those of an album that whoever asks marked as a favourite, in no order. */
export const listFavouriteIds = endpoint({
  method: 'GET',
  path: '/medias/:albumId/favourites',
  access: 'session',
  tag: 'media',
  result: mediaIds,
});

export const markFavourite = endpoint({
  method: 'PUT',
  path: '/medias/media/:mediaId/favourite',
  access: 'session',
  tag: 'media',
  body: favouriteBody,
});

export const createMedia = endpoint({
  method: 'POST',
  path: '/medias',
  access: 'session',
  tag: 'media',
  body: createMediaBody,
  result: z.array(media),
  status: 201,
});

export const findKnownFiles = endpoint({
  method: 'POST',
  path: '/medias/:albumId/known',
  access: 'session',
  tag: 'media',
  body: knownFilesBody,
  result: knownFiles,
});

export const editMedia = endpoint({
  method: 'PUT',
  path: '/medias/:mediaId',
  access: 'session',
  tag: 'media',
  body: editMediaBody,
  result: media,
});

export const rotateMedia = endpoint({
  method: 'POST',
  path: '/uploads/media/rotate/:mediaId',
  access: 'session',
  tag: 'media',
  body: rotateMediaBody,
  result: media,
});

export const deleteMedia = endpoint({ method: 'DELETE', path: '/medias/:albumId', access: 'session', tag: 'media', body: deleteMediaBody });

export const moveMedia = endpoint({ method: 'PUT', path: '/medias/:albumId/move', access: 'session', tag: 'media', body: moveMediaBody });

export const copyMedia = endpoint({
  method: 'PUT',
  path: '/medias/:albumId/copy',
  access: 'session',
  tag: 'media',
  body: copyMediaBody,
});

export const orderMedia = endpoint({
  method: 'PUT',
  path: '/medias/:albumId/order',
  access: 'session',
  tag: 'media',
  body: orderMediaBody,
});
