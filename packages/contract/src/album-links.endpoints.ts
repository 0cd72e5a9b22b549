import { z } from 'zod';
import { albumLink, createdLink, createLinkBody, editLinkBody, linkToken } from './album-links.ts';
import { endpoint } from './endpoint.ts';

export const listAlbumLinks = endpoint({
  method: 'GET',
  path: '/albums/links/:albumId',
  summary: 'Lists the public links to an album.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'sharing',
  result: z.array(albumLink),
});

export const createAlbumLink = endpoint({
  method: 'POST',
  path: '/albums/links/:albumId',
  summary: 'Creates a public link to an album and returns its token.',
  errors: ['NOT_FOUND', 'ALBUM_DEFAULT', 'LINK_LIMIT', 'SEAL_EXPIRED'],
  access: 'session',
  tag: 'sharing',
  body: createLinkBody,
  result: createdLink,
  status: 201,
});

export const editAlbumLink = endpoint({
  method: 'PUT',
  path: '/albums/links/link/:linkId',
  summary: 'Changes the expiry date, password or download permission of a public album link.',
  errors: ['NOT_FOUND', 'SEAL_EXPIRED'],
  access: 'session',
  tag: 'sharing',
  body: editLinkBody,
  result: albumLink,
});

export const readAlbumLinkToken = endpoint({
  method: 'GET',
  path: '/albums/links/link/:linkId/token',
  summary: 'Returns the token of a public album link again, for accounts that may change the link.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'sharing',
  result: linkToken,
});

export const revokeAlbumLink = endpoint({
  method: 'DELETE',
  path: '/albums/links/link/:linkId',
  summary: 'Revokes a public album link.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'sharing',
});
