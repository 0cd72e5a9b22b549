import { z } from 'zod';
import { albumLink, createdLink, createLinkBody, editLinkBody } from './album-links.ts';
import { endpoint } from './endpoint.ts';

/** Of whoever may share the album. */
export const listAlbumLinks = endpoint({
  method: 'GET',
  path: '/albums/links/:albumId',
  access: 'session',
  tag: 'sharing',
  result: z.array(albumLink),
});

export const createAlbumLink = endpoint({
  method: 'POST',
  path: '/albums/links/:albumId',
  access: 'session',
  tag: 'sharing',
  body: createLinkBody,
  result: createdLink,
  status: 201,
});

export const editAlbumLink = endpoint({
  method: 'PUT',
  path: '/albums/links/link/:linkId',
  access: 'session',
  tag: 'sharing',
  body: editLinkBody,
  result: albumLink,
});

export const revokeAlbumLink = endpoint({ method: 'DELETE', path: '/albums/links/link/:linkId', access: 'session', tag: 'sharing' });
