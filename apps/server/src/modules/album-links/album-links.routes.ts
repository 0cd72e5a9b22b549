import * as endpoints from '@vitrine/contract/album-links.endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getPerson } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { AlbumLinksService } from './album-links.service.ts';

const getPersonKey = (request: FastifyRequest) => getPerson(request).userId;
/** Requests that may hash a password, which is expensive. */
const CHANGE_LIMITS = { rateLimit: perMinute(60, getPersonKey) };

export async function albumLinksRoutes(app: FastifyInstance, { links }: { links: AlbumLinksService }): Promise<void> {
  serve(app, endpoints.listAlbumLinks, async ({ actor, params }) => ({ result: await links.list(actor, params.albumId) }));

  serve(
    app,
    endpoints.createAlbumLink,
    async ({ actor, params, body }) => ({ message: 'Link created.', result: await links.create(actor, params.albumId, body) }),
    CHANGE_LIMITS,
  );

  serve(
    app,
    endpoints.editAlbumLink,
    async ({ actor, params, body }) => ({ message: 'Link updated.', result: await links.edit(actor, params.linkId, body) }),
    CHANGE_LIMITS,
  );

  serve(app, endpoints.readAlbumLinkToken, async ({ actor, params }) => ({ result: await links.readToken(actor, params.linkId) }));

  serve(app, endpoints.revokeAlbumLink, async ({ actor, params }) => {
    await links.revoke(actor, params.linkId);
    return { message: 'Link revoked.' };
  });
}
