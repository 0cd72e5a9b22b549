import { album, done, emailSuggestion, envelope, invitationActionBody, LIMITS, shareAlbumBody, unshareAlbumBody } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import { searchText } from './search.read-model.ts';
import type { SharingService } from './sharing.service.ts';

const tags = ['sharing'];
const config = { access: 'session' } as const;
/** Of each person, so that an office behind one address is no single guest. */
const perMinute = (max: number) => ({
  ...config,
  rateLimit: { max, timeWindow: 60_000, keyGenerator: (request: FastifyRequest) => personOf(request).userId },
});
const albumParams = z.object({ albumId: z.uuid() });
const invitationParams = z.object({ invitationId: z.uuid() });
const searchParams = z.object({ text: z.string().trim().max(LIMITS.emailMax) });

export const sharingRoutes: FastifyPluginAsyncZod<{ sharing: SharingService }> = async (app, { sharing }) => {
  app.put(
    '/albums/share/:albumId',
    { config: perMinute(60), schema: { tags, params: albumParams, body: shareAlbumBody, response: { 200: envelope(album) } } },
    async (request) => ({
      error: false as const,
      message: 'Album shared successfully.',
      result: await sharing.share(personOf(request), request.params.albumId, request.body),
    }),
  );

  app.delete(
    '/albums/shares/:albumId',
    { config, schema: { tags, params: albumParams, body: unshareAlbumBody, response: { 200: done } } },
    async (request) => {
      await sharing.unshare(personOf(request), request.params.albumId, request.body.userRemoveId);
      return { error: false as const, message: 'Removed successfully.' };
    },
  );

  app.put(
    '/albums/share/action/:invitationId',
    { config, schema: { tags, params: invitationParams, body: invitationActionBody, response: { 200: envelope(album.nullable()) } } },
    async (request) => {
      const result = await sharing.answer(personOf(request), request.params.invitationId, request.body);
      return { error: false as const, message: result ? 'Invitation accepted.' : 'Invitation declined.', result };
    },
  );

  app.get(
    '/share/email/search/:text',
    { config: perMinute(300), schema: { tags, params: searchParams, response: { 200: envelope(z.array(emailSuggestion)) } } },
    async (request) => {
      const text = searchText(request.params.text);
      const result = text.length < LIMITS.emailSearchMin ? [] : await sharing.suggest(personOf(request), text);
      return { error: false as const, result };
    },
  );
};
