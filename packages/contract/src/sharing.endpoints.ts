import { z } from 'zod';
import { album, emailSuggestion, invitationActionBody, shareAlbumBody, unshareAlbumBody } from './albums.ts';
import { endpoint } from './endpoint.ts';
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
