import { z } from 'zod';
import {
  linkKeyParams,
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

/** Below this address lies all that a link opens; the rest of each is as for people who are signed in. */
const PATH = '/shared/:token';

export const readSharedAlbum = endpoint({
  method: 'GET',
  path: PATH,
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  result: openedLink,
});

/** Opens an album with a password, to this browser, for a day. */
export const unlockSharedAlbum = endpoint({
  method: 'POST',
  path: `${PATH}/password`,
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  body: unlockBody,
});

/** Counts that somebody opened the page. */
export const countSharedVisit = endpoint({
  method: 'POST',
  path: `${PATH}/visits`,
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
});

export const readSharedLayout = endpoint({
  method: 'GET',
  path: `${PATH}/layout`,
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  result: mediaLayout,
});

export const listSharedMedia = endpoint({
  method: 'GET',
  path: `${PATH}/medias`,
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  query: sharedMediaQuery,
  result: z.array(sharedMedia),
});

export const readSharedRendition = endpoint({
  method: 'GET',
  path: `${PATH}/uploads`,
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  query: sharedRenditionQuery,
  answers: 'bytes',
});

export const downloadSharedFile = endpoint({
  method: 'GET',
  path: `${PATH}/uploads/media/download`,
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  query: sharedDownloadQuery,
  answers: 'bytes',
});

/** The whole album, as a stream. */
export const readSharedZip = endpoint({
  method: 'GET',
  path: `${PATH}/uploads/zip`,
  access: 'public',
  tag: 'shared albums',
  params: linkParams,
  answers: 'bytes',
});

export const readSharedStream = endpoint({
  method: 'GET',
  path: `${PATH}/streams/:key`,
  access: 'public',
  tag: 'shared albums',
  params: linkKeyParams,
  answers: 'bytes',
});

export const readSharedStreamPart = endpoint({
  method: 'GET',
  path: `${PATH}/streams/:key/:part`,
  access: 'public',
  tag: 'shared albums',
  params: linkPartParams,
  answers: 'bytes',
});
