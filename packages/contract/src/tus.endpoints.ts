/** Requests of the tus protocol (https://tus.io), which the server implements with its extensions creation, creation-with-upload and termination. */
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

const VERSION = 'Version of the protocol, `1.0.0`.';
const OFFSET = 'Number of bytes that the server has stored.';
const RESULT_HEADERS = {
  'X-Media-Id': 'Id of the new photo or video, once the upload is complete.',
  'X-Duplicate-Of': 'Sent instead of `X-Media-Id` when the album already contains the same file: the id of that photo or video.',
} as const;
/** Codes of a file that was received and then not added. */
const FILE_ERRORS = [
  'FILE_UNSUPPORTED',
  'FILE_BROKEN',
  'FILE_TOO_LARGE',
  'IMAGE_TOO_LARGE',
  'ALBUM_FULL',
  'QUOTA_EXCEEDED',
  'PLAN_ENDED',
  'DISK_FULL',
] as const satisfies ErrorCode[];

export const createTusUpload = endpoint({
  method: 'POST',
  path: '/uploads/tus',
  summary: 'Starts a resumable upload and reserves space for it.',
  description:
    'The protocol is tus 1.0.0, for which clients exist in most languages. The request may contain the first bytes as `application/offset+octet-stream`. Errors of the protocol itself have the code `BODY_INVALID` and the status that tus defines, for example 412 for an unknown version.',
  errors: ['NOT_FOUND', 'FILE_EMPTY', 'TOO_MANY_UPLOADS', ...FILE_ERRORS],
  access: 'session',
  tag: 'media',
  answers: 'headers',
  status: 201,
  requestHeaders: {
    'Tus-Resumable': VERSION,
    'Upload-Length': 'Size of the file in bytes.',
    'Upload-Metadata':
      'Names with Base64 values, separated by commas: `filename`, `albumId` (required) and `chosenAt`, in microseconds since 1970, by which the photos of an album are ordered.',
  },
  responseHeaders: { Location: 'Path of the upload, for the other requests.', ...RESULT_HEADERS },
});

export const readTusUpload = endpoint({
  method: 'HEAD',
  path: '/uploads/tus/:id',
  summary: 'Returns how many bytes of a resumable upload the server has stored.',
  description: 'Continue an interrupted upload from this position. Unfinished uploads are deleted after 24 hours.',
  errors: ['NOT_FOUND', ...FILE_ERRORS],
  access: 'session',
  tag: 'media',
  answers: 'headers',
  requestHeaders: { 'Tus-Resumable': VERSION },
  responseHeaders: { 'Upload-Offset': OFFSET, 'Upload-Length': 'Size of the file in bytes.', ...RESULT_HEADERS },
});

export const continueTusUpload = endpoint({
  method: 'PATCH',
  path: '/uploads/tus/:id',
  summary: 'Appends bytes to a resumable upload.',
  description: 'The last bytes complete the upload, which adds the file to the album. A wrong `Upload-Offset` is answered with 409.',
  errors: ['NOT_FOUND', ...FILE_ERRORS],
  access: 'session',
  tag: 'media',
  consumes: 'application/offset+octet-stream',
  answers: 'headers',
  status: 204,
  requestHeaders: {
    'Tus-Resumable': VERSION,
    'Upload-Offset': 'Position of the first byte of the body, which is the number of bytes stored so far.',
  },
  responseHeaders: { 'Upload-Offset': OFFSET, ...RESULT_HEADERS },
});

export const cancelTusUpload = endpoint({
  method: 'DELETE',
  path: '/uploads/tus/:id',
  summary: 'Cancels a resumable upload and releases its space.',
  description: 'A complete upload cannot be canceled: delete its photo or video instead.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  answers: 'headers',
  status: 204,
  requestHeaders: { 'Tus-Resumable': VERSION },
});
