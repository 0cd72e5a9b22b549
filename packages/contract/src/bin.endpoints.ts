import { bin, binQuery, purgeBody, restoreBody } from './bin.ts';
import { endpoint } from './endpoint.ts';

export const readBin = endpoint({
  method: 'GET',
  path: '/bin/:userId',
  summary: 'Lists the deleted albums, playlists and media of a user or family.',
  description: 'Deleted albums and playlists are part of the first page only.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'bin',
  query: binQuery,
  result: bin,
});

export const restoreBinned = endpoint({
  method: 'PUT',
  path: '/bin/:userId/restore',
  summary: 'Restores albums, playlists and media from Trash.',
  description: 'A playlist returns to the devices on which it was published, with its schedules.',
  errors: ['NOT_FOUND', 'ALBUM_IN_BIN', 'ALBUM_FULL'],
  access: 'session',
  tag: 'bin',
  body: restoreBody,
});

export const purgeBinned = endpoint({
  method: 'DELETE',
  path: '/bin/:userId',
  summary: 'Deletes albums, playlists and media in Trash permanently.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'bin',
  body: purgeBody,
});
