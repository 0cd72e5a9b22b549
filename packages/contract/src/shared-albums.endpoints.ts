import { z } from 'zod';
import {
  linkKeyParams,
  linkMediaParams,
  linkParams,
  linkPartParams,
  openedLink,
  sharedDownloadQuery,
  sharedMedia,
  sharedMediaQuery,
  sharedRenditionQuery,
  unlockBody,
} from './album-links.ts';
import { endpoint } from './endpoint.ts';
import { mediaLayout } from './media.ts';
import { sharedWidgetDetails } from './widgets.ts';

/** Below this address lies all that a link opens; the rest of each is as for people who are signed in. */
const PATH = '/shared/:token';

export const readSharedAlbum = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Returns the album that a public link opens, or whether it requires a password.',
  errors: ['NOT_FOUND'],
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  result: openedLink,
});

export const unlockSharedAlbum = endpoint({
  method: 'POST',
  path: `${PATH}/password`,
  summary: 'Opens a password-protected public link for this browser for one day.',
  errors: ['NOT_FOUND', 'INCORRECT_PASSWORD', 'SEAL_EXPIRED'],
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  body: unlockBody,
});

export const countSharedVisit = endpoint({
  method: 'POST',
  path: `${PATH}/visits`,
  summary: 'Counts a visit to the page of a public link.',
  errors: ['NOT_FOUND', 'LINK_LOCKED'],
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
});

export const readSharedLayout = endpoint({
  method: 'GET',
  path: `${PATH}/layout`,
  summary: 'Returns the aspect ratios of all media of a shared album, in order.',
  errors: ['NOT_FOUND', 'LINK_LOCKED'],
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  result: mediaLayout,
});

export const listSharedMedia = endpoint({
  method: 'GET',
  path: `${PATH}/medias`,
  summary: 'Lists the media of a shared album page by page.',
  errors: ['NOT_FOUND', 'LINK_LOCKED'],
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  query: sharedMediaQuery,
  result: z.array(sharedMedia),
});

export const readSharedWidget = endpoint({
  method: 'GET',
  path: `${PATH}/widgets/:mediaId`,
  summary: 'Returns the settings of a widget of a shared album and the data that it draws.',
  errors: ['NOT_FOUND', 'LINK_LOCKED'],
  access: 'public',
  tag: 'shared albums',
  params: linkMediaParams,
  result: sharedWidgetDetails,
});

export const readSharedRendition = endpoint({
  method: 'GET',
  path: `${PATH}/uploads`,
  summary: 'Returns a picture of a shared album in the requested size.',
  errors: ['NOT_FOUND', 'LINK_LOCKED', 'NOT_READY', 'FILE_BROKEN', 'IMAGE_TOO_LARGE', 'DISK_FULL'],
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  query: sharedRenditionQuery,
  answers: 'bytes',
});

export const downloadSharedFile = endpoint({
  method: 'GET',
  path: `${PATH}/uploads/media/download`,
  summary: 'Downloads a file of a shared album.',
  errors: ['NOT_FOUND', 'LINK_LOCKED', 'LINK_VIEW_ONLY', 'NOT_READY', 'FILE_BROKEN', 'IMAGE_TOO_LARGE', 'DISK_FULL'],
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  query: sharedDownloadQuery,
  answers: 'bytes',
});

export const readSharedZip = endpoint({
  method: 'GET',
  path: `${PATH}/uploads/zip`,
  summary: 'Downloads a shared album as a zip.',
  errors: ['NOT_FOUND', 'LINK_LOCKED', 'LINK_VIEW_ONLY'],
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  answers: 'bytes',
});

export const readSharedStream = endpoint({
  method: 'GET',
  path: `${PATH}/streams/:key`,
  summary: 'Returns a video of a shared album as an MP4 file, whole or by ranges.',
  errors: ['NOT_FOUND', 'LINK_LOCKED'],
  access: 'public',
  tag: 'shared albums',
  params: linkKeyParams,
  answers: 'bytes',
});

export const readSharedStreamPart = endpoint({
  method: 'GET',
  path: `${PATH}/streams/:key/:part`,
  summary: 'Returns the HLS playlist or a segment of a video of a shared album.',
  errors: ['NOT_FOUND', 'LINK_LOCKED'],
  access: 'public',
  tag: 'shared albums',
  params: linkPartParams,
  answers: 'bytes',
});
