import { z } from 'zod';
import { album, emailSuggestion, invitationActionBody, shareAlbumBody, unshareAlbumBody } from './albums.ts';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';

export const shareAlbum = endpoint({
  method: 'PUT',
  path: '/albums/share/:albumId',
  access: 'session',
  tag: 'sharing',
  body: shareAlbumBody,
  result: album,
});

export const unshareAlbum = endpoint({
  method: 'DELETE',
  path: '/albums/shares/:albumId',
  access: 'session',
  tag: 'sharing',
  body: unshareAlbumBody,
});

/** The album, once accepted. */
export const answerInvitation = endpoint({
  method: 'PUT',
  path: '/albums/share/action/:invitationId',
  access: 'session',
  tag: 'sharing',
  body: invitationActionBody,
  result: album.nullable(),
});

export const searchEmails = endpoint({
  method: 'GET',
  path: '/share/email/search/:text',
  access: 'session',
  tag: 'sharing',
  params: z.object({ text: z.string().trim().max(LIMITS.emailMax) }),
  result: z.array(emailSuggestion),
});
