import '@fastify/cookie';
import * as endpoints from '@vitrine/contract/shared-albums.endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import { type FilesApi, formatAttachmentHeader } from '../files/index.ts';
import { SESSION_TTL_MS } from './link-sessions.ts';
import type { LinkKey, SharedAlbumsService } from './shared-albums.service.ts';

export interface SharedAlbumsRoutesDeps {
  shared: SharedAlbumsService;
  bytes: FilesApi['bytes'];
  publicUrl: string;
}

/** One cookie name suffices, because the browser sends each cookie only below its link's path. */
const LINK_SESSION_COOKIE = 'vitrine_link';

interface LinkRequest {
  params: { token: string };
  request: FastifyRequest;
}
/** Returns the credentials of a request below a link's address. */
export const getLinkKey = ({ params, request }: LinkRequest): LinkKey => ({
  token: params.token,
  session: request.cookies[LINK_SESSION_COOKIE],
});

/** Limits for visitors with a link, by client address because they have no account. */
export const PAGE_LIMITS = { rateLimit: perMinute(600) };
const FILE_LIMITS = { rateLimit: perMinute(6000) };

export async function sharedAlbumsRoutes(app: FastifyInstance, { shared, bytes, publicUrl }: SharedAlbumsRoutesDeps): Promise<void> {
  setRevalidateHeaders(app);

  serve(app, endpoints.readSharedAlbum, async (call) => ({ result: await shared.read(getLinkKey(call)) }), PAGE_LIMITS);

  serve(
    app,
    endpoints.unlockSharedAlbum,
    async ({ params: { token }, body, request, reply }) => {
      const linkSession = await shared.unlock(token, body.password, request.ip);
      const isHttps = publicUrl.startsWith('https:');
      const path = `/api/shared/${encodeURIComponent(token)}`;
      if (linkSession)
        reply.setCookie(LINK_SESSION_COOKIE, linkSession, {
          path,
          httpOnly: true,
          sameSite: 'strict',
          secure: isHttps,
          maxAge: SESSION_TTL_MS / 1000,
        });
      return {};
    },
    { rateLimit: perMinute(120) },
  );

  serve(
    app,
    endpoints.countSharedVisit,
    async (call) => {
      await shared.recordVisit(getLinkKey(call));
      return {};
    },
    { rateLimit: perMinute(60) },
  );

  serve(app, endpoints.readSharedLayout, async (call) => ({ result: await shared.layout(getLinkKey(call)) }), PAGE_LIMITS);

  serve(app, endpoints.listSharedMedia, async (call) => ({ result: await shared.list(getLinkKey(call), call.query) }), PAGE_LIMITS);

  serve(
    app,
    endpoints.readSharedRendition,
    async (call) =>
      bytes.rendition(
        { ...pickRequestAndReply(call), viewer: await shared.getPictureViewer(getLinkKey(call), call.query.key) },
        call.query,
      ),
    FILE_LIMITS,
  );

  serve(
    app,
    endpoints.downloadSharedFile,
    async (call) =>
      bytes.download({ ...pickRequestAndReply(call), viewer: await shared.getDownloadActor(getLinkKey(call)) }, call.query.key),
    FILE_LIMITS,
  );

  serve(
    app,
    endpoints.readSharedZip,
    async (call) => {
      const { name, body } = await shared.zip(getLinkKey(call));
      return call.reply.header('content-disposition', formatAttachmentHeader(name)).type('application/zip').send(body);
    },
    { rateLimit: perMinute(30) },
  );

  serve(
    app,
    endpoints.readSharedStream,
    async (call) => bytes.stream({ ...pickRequestAndReply(call), viewer: await shared.getViewer(getLinkKey(call)) }, call.params.key),
    FILE_LIMITS,
  );

  serve(
    app,
    endpoints.readSharedStreamPart,
    async (call) => bytes.streamPart({ ...pickRequestAndReply(call), viewer: await shared.getViewer(getLinkKey(call)) }, call.params),
    FILE_LIMITS,
  );
}

const pickRequestAndReply = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => ({ request, reply });

/** Makes browsers revalidate cached files on every use, so that a revoked link shows no cached pictures. */
function setRevalidateHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('cache-control')).startsWith('private')) reply.header('cache-control', 'private, no-cache');
  });
}
