import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  copyMediaBody,
  createMediaBody,
  deleteMediaBody,
  deleteSelectedMediaBody,
  duplicateFiles,
  duplicateFilesBody,
  editMediaBody,
  favouriteBody,
  favouritesBody,
  media,
  mediaIds,
  mediaLayout,
  mediaLayoutQuery,
  mediaListQuery,
  moveMediaBody,
  orderMediaBody,
  rotateMediaBody,
  setScreenTimesBody,
} from './media.ts';

export const listMedia = endpoint({
  method: 'GET',
  path: '/medias/:albumId',
  summary: 'Lists the media of an album page by page.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  query: mediaListQuery,
  result: z.array(media),
});

export const readMediaLayout = endpoint({
  method: 'GET',
  path: '/medias/:albumId/layout',
  summary: 'Returns the aspect ratios of all media of an album, in order, to lay out a page before the media are loaded.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  query: mediaLayoutQuery,
  result: mediaLayout,
  hasEtag: true,
});

export const listMediaIds = endpoint({
  method: 'GET',
  path: '/medias/:albumId/ids',
  summary: 'Lists the ids of all media of an album that match a filter.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  query: mediaLayoutQuery,
  result: mediaIds,
});

export const readMedia = endpoint({
  method: 'GET',
  path: '/medias/media/:mediaId',
  summary: 'Returns one photo or video with its metadata.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  result: media,
});

export const listFavouriteIds = endpoint({
  method: 'GET',
  path: '/medias/:albumId/favourites',
  summary: 'Lists the ids of the media of an album that the caller marked as favorites.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  result: mediaIds,
});

export const markFavourite = endpoint({
  method: 'PUT',
  path: '/medias/media/:mediaId/favourite',
  summary: 'Marks a photo or video as a favorite of the caller, or removes the mark.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  body: favouriteBody,
});

export const markFavourites = endpoint({
  method: 'PUT',
  path: '/medias/favourites',
  summary: 'Marks several photos and videos as favorites of the caller, or removes the marks.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  body: favouritesBody,
});

export const createMedia = endpoint({
  method: 'POST',
  path: '/medias',
  summary: 'Adds uploaded files to an album.',
  errors: ['NOT_FOUND', 'ALBUM_FULL', 'QUOTA_EXCEEDED', 'PLAN_ENDED', 'NOT_READY', 'DISK_FULL'],
  access: 'session',
  tag: 'media',
  body: createMediaBody,
  result: z.array(media),
  status: 201,
});

export const findDuplicateFiles = endpoint({
  method: 'POST',
  path: '/medias/:albumId/known',
  summary: 'Returns which of the given files an album already contains, by their hashes.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  body: duplicateFilesBody,
  result: duplicateFiles,
});

export const editMedia = endpoint({
  method: 'PUT',
  path: '/medias/:mediaId',
  summary: 'Changes the name, caption, capture time, times on screens or position of a photo or video, or replaces its file.',
  errors: ['NOT_FOUND', 'ALBUM_FULL', 'QUOTA_EXCEEDED', 'PLAN_ENDED', 'NOT_READY', 'DISK_FULL'],
  access: 'session',
  tag: 'media',
  body: editMediaBody,
  result: media,
});

export const setScreenTimes = endpoint({
  method: 'PUT',
  path: '/medias/screentimes',
  summary: 'Sets how long and when screens show several photos, videos and other media.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  body: setScreenTimesBody,
});

export const rotateMedia = endpoint({
  method: 'POST',
  path: '/uploads/media/rotate/:mediaId',
  summary: 'Rotates a photo by a multiple of 90 degrees.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  body: rotateMediaBody,
  result: media,
});

export const retryMedia = endpoint({
  method: 'PUT',
  path: '/medias/media/:mediaId/retry',
  summary: 'Processes a photo or video again after its processing failed.',
  description: 'Does nothing in every other state.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  result: media,
});

export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/medias/:albumId',
  summary: 'Moves media of an album to Trash.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  body: deleteMediaBody,
});

export const deleteSelectedMedia = endpoint({
  method: 'DELETE',
  path: '/medias',
  summary: 'Moves media of any albums to Trash.',
  description: 'Either all are moved or none.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  body: deleteSelectedMediaBody,
});

export const moveMedia = endpoint({
  method: 'PUT',
  path: '/medias/:albumId/move',
  summary: 'Moves media to another album.',
  errors: ['NOT_FOUND', 'ALBUM_FULL', 'QUOTA_EXCEEDED', 'PLAN_ENDED', 'NOT_READY', 'DISK_FULL'],
  access: 'session',
  tag: 'media',
  body: moveMediaBody,
});

export const copyMedia = endpoint({
  method: 'PUT',
  path: '/medias/:albumId/copy',
  summary: 'Copies media to another album.',
  errors: ['NOT_FOUND', 'ALBUM_FULL', 'QUOTA_EXCEEDED', 'PLAN_ENDED', 'NOT_READY', 'DISK_FULL'],
  access: 'session',
  tag: 'media',
  body: copyMediaBody,
});

export const copySelectedMedia = endpoint({
  method: 'PUT',
  path: '/medias/copy',
  summary: 'Copies media of any albums to an album.',
  description: 'Media that are already in the album are skipped.',
  errors: ['NOT_FOUND', 'ALBUM_FULL', 'QUOTA_EXCEEDED', 'PLAN_ENDED', 'NOT_READY', 'DISK_FULL'],
  access: 'session',
  tag: 'media',
  body: copyMediaBody,
});

export const orderMedia = endpoint({
  method: 'PUT',
  path: '/medias/:albumId/order',
  summary: 'Changes the order of media in an album.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  body: orderMediaBody,
});
