import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './envelope.ts';
import { acceptedFiles, renditionQuery, uploadedFile, uploadQuery, zipBody, zipDownloadToken } from './media.ts';
import { mediaKey } from './media-key.ts';

/** For browsers that send neither a header nor the cookie. */
const token = z.string().max(200).optional();
const tokenQuery = z.object({ token });

export const uploadFiles = endpoint({
  method: 'POST',
  path: '/uploads',
  summary: 'Stores up to 30 files of a multipart form and returns their keys.',
  description: 'Send the files in the field `file`. The keys are returned in the same order. Add the files to an album with `createMedia`.',
  errors: [
    'FILE_EMPTY',
    'FILE_UNSUPPORTED',
    'FILE_BROKEN',
    'FILE_TOO_LARGE',
    'IMAGE_TOO_LARGE',
    'TOO_MANY_FILES',
    'TOO_MANY_UPLOADS',
    'QUOTA_EXCEEDED',
    'PLAN_ENDED',
    'DISK_FULL',
  ],
  access: 'session',
  tag: 'media',
  query: uploadQuery,
  consumes: 'multipart/form-data',
  result: z.array(uploadedFile),
  status: 201,
});

export const readAcceptedFiles = endpoint({
  method: 'GET',
  path: '/uploads/accepted',
  summary: 'Returns which optional kinds of files this server accepts.',
  errors: [],
  access: 'session',
  tag: 'media',
  result: acceptedFiles,
});

export const readRendition = endpoint({
  method: 'GET',
  path: '/uploads',
  summary: 'Returns a picture, or the poster frame of a video, in the requested size.',
  errors: ['NOT_FOUND', 'NOT_READY', 'FILE_BROKEN', 'IMAGE_TOO_LARGE', 'DISK_FULL'],
  access: 'bytes',
  tag: 'media bytes',
  query: renditionQuery,
  answers: 'bytes',
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/uploads/media/download',
  summary: 'Downloads an original file, or a rotated picture.',
  errors: ['NOT_FOUND', 'NOT_READY', 'FILE_BROKEN', 'IMAGE_TOO_LARGE', 'DISK_FULL'],
  access: 'bytes',
  tag: 'media bytes',
  query: z.object({ key: mediaKey, token }),
  answers: 'bytes',
});

export const readStream = endpoint({
  method: 'GET',
  path: '/streams/:key',
  summary: 'Returns a video as an MP4 file, whole or by ranges.',
  errors: ['NOT_FOUND'],
  access: 'bytes',
  tag: 'media bytes',
  query: tokenQuery,
  answers: 'bytes',
});

export const readStreamPart = endpoint({
  method: 'GET',
  path: '/streams/:key/:part',
  summary: 'Returns the HLS playlist, the initialization segment or a media segment of a video.',
  errors: ['NOT_FOUND'],
  access: 'bytes',
  tag: 'media bytes',
  params: z.object({ key: id, part: z.string().regex(/^(main\.m3u8|init\.mp4|seg_\d{1,6}\.m4s)$/) }),
  query: tokenQuery,
  answers: 'bytes',
});

export const createZip = endpoint({
  method: 'POST',
  path: '/uploads/zip',
  summary: 'Prepares a zip of an album or of selected media and returns the key to download it.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media bytes',
  body: zipBody,
  result: zipDownloadToken,
  status: 201,
});

export const readZip = endpoint({
  method: 'GET',
  path: '/uploads/zip/:key',
  summary: 'Downloads a prepared zip.',
  errors: ['NOT_FOUND'],
  access: 'bytes',
  tag: 'media bytes',
  query: tokenQuery,
  answers: 'bytes',
});
