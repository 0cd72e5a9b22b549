import { z } from 'zod';
import { album, emailSuggestion, invitationActionBody, shareAlbumBody, unshareAlbumBody } from './albums.ts';
import { DEVICE_LIMITS } from './device-limits.ts';
import { endpoint } from './endpoint.ts';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';

export const shareAlbum = endpoint({
  method: 'PUT',
  path: '/albums/share/:albumId',
  summary: 'Shares an album with people by email address, changes their permissions or removes them.',
  errors: ['NOT_FOUND', 'ACCESS_DENIED', 'ALBUM_DEFAULT', 'SHARING_LIMIT', 'PLAN_ENDED'],
  access: 'session',
  tag: 'sharing',
  body: shareAlbumBody,
  result: album,
});

export const unshareAlbum = endpoint({
  method: 'DELETE',
  path: '/albums/shares/:albumId',
  summary: 'Removes people from a shared album, or lets the caller leave it.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'sharing',
  body: unshareAlbumBody,
});

export const shareAlbumsWithFamily = endpoint({
  method: 'PUT',
  path: '/albums/shares/families/:orgId',
  summary: 'Shares private albums with all current members of a family, who can see them at once.',
  description: 'Shares all of the albums or none. Permissions of members with whom an album is shared already stay.',
  errors: ['NOT_FOUND', 'ACCESS_DENIED', 'ALBUM_DEFAULT', 'SHARING_LIMIT', 'PLAN_ENDED'],
  access: 'session',
  tag: 'sharing',
  body: z.strictObject({ albumId: z.array(id).min(1).max(DEVICE_LIMITS.privateAlbumsPerCall) }),
});

export const answerAlbumInvitation = endpoint({
  method: 'PUT',
  path: '/albums/share/action/:invitationId',
  summary: 'Accepts or declines an invitation to an album.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'sharing',
  body: invitationActionBody,
  result: album.nullable(),
});

export const searchEmails = endpoint({
  method: 'GET',
  path: '/share/email/search/:text',
  summary: 'Searches the email addresses of people with whom the caller shares albums.',
  errors: [],
  access: 'session',
  tag: 'sharing',
  params: z.object({ text: z.string().trim().max(LIMITS.emailMax) }),
  result: z.array(emailSuggestion),
});
