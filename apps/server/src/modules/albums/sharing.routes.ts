import { LIMITS } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/sharing.endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalizeSearchText } from '../../platform/search-text.ts';
import { getPerson } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { FamilySharingService } from './family-sharing.service.ts';
import type { SharingService } from './sharing.service.ts';

/** Per account, so that an office behind one address is not limited as one. */
const getPersonKey = (request: FastifyRequest) => getPerson(request).userId;

interface SharingRoutesDeps {
  sharing: SharingService;
  familySharing: FamilySharingService;
}

export async function sharingRoutes(app: FastifyInstance, { sharing, familySharing }: SharingRoutesDeps): Promise<void> {
  serve(
    app,
    endpoints.shareAlbum,
    async ({ actor, params, body }) => ({
      message: 'Sharing updated.',
      result: await sharing.share(actor, params.albumId, body),
    }),
    { rateLimit: perMinute(60, getPersonKey) },
  );

  serve(
    app,
    endpoints.shareAlbumsWithFamily,
    async ({ actor, params, body }) => {
      await familySharing.share(actor, params.orgId, body.albumId);
      return { message: 'Albums shared with the family.' };
    },
    { rateLimit: perMinute(60, getPersonKey) },
  );

  serve(app, endpoints.unshareAlbum, async ({ actor, params, body }) => {
    await sharing.unshare(actor, params.albumId, body.userRemoveId);
    return { message: 'Access removed.' };
  });

  serve(app, endpoints.answerAlbumInvitation, async ({ actor, params, body }) => {
    const result = await sharing.answerInvitation(actor, params.invitationId, body);
    return { message: result ? 'Invitation accepted.' : 'Invitation declined.', result };
  });

  serve(
    app,
    endpoints.searchEmails,
    async ({ actor, params }) => {
      const text = normalizeSearchText(params.text);
      return { result: text.length < LIMITS.emailSearchMin ? [] : await sharing.suggest(actor, text) };
    },
    { rateLimit: perMinute(300, getPersonKey) },
  );
}
