import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './envelope.ts';
import { renditionQuery, uploadedFile, uploadQuery, zipBody, zipTicket } from './media.ts';
import { mediaKey } from './media-key.ts';

/** Where the browser sends neither a header nor the cookie. */
const token = z.string().max(200).optional();
const tokenQuery = z.object({ token });

/** Field `file`, one or several. Every file that was stored is answered, in order. */
export const uploadFiles = endpoint({
  method: 'POST',
  path: '/uploads',
  access: 'session',
  tag: 'media',
  query: uploadQuery,
  consumes: 'multipart/form-data',
  result: z.array(uploadedFile),
  status: 201,
});

/** A picture, as small as asked for. */
export const readRendition = endpoint({
  method: 'GET',
  path: '/uploads',
  access: 'bytes',
  tag: 'media bytes',
  query: renditionQuery,
  answers: 'bytes',
});

/** The original, or the picture as it is turned, as a file to keep. */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/uploads/media/download',
  access: 'bytes',
  tag: 'media bytes',
  query: z.object({ key: mediaKey, token }),
  answers: 'bytes',
});

export const readStream = endpoint({
  method: 'GET',
  path: '/streams/:key',
  access: 'bytes',
  tag: 'media bytes',
  query: tokenQuery,
  answers: 'bytes',
});

export const readStreamPart = endpoint({
  method: 'GET',
  path: '/streams/:key/:part',
  access: 'bytes',
  tag: 'media bytes',
  params: z.object({ key: id, part: z.string().regex(/^(main\.m3u8|init\.mp4|seg_\d{1,6}\.m4s)$/) }),
  query: tokenQuery,
  answers: 'bytes',
});

export const createZip = endpoint({
  method: 'POST',
  path: '/uploads/zip',
  access: 'session',
  tag: 'media bytes',
  body: zipBody,
  result: zipTicket,
  status: 201,
});

export const readZip = endpoint({
  method: 'GET',
  path: '/uploads/zip/:key',
  access: 'bytes',
  tag: 'media bytes',
  query: tokenQuery,
  answers: 'bytes',
});
