import '@fastify/cookie';
import * as endpoints from '@vitrine/contract/shared-albums.endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import { attachmentHeader, type FilesFace } from '../files/index.ts';
import { PASS_MS } from './link-passes.ts';
import type { Key, SharedAlbums } from './shared-albums.service.ts';

export interface SharedAlbumsRoutesDeps {
  shared: SharedAlbums;
  bytes: FilesFace['bytes'];
  publicUrl: string;
}

/** One name is enough: the browser sends each below the address of its own link alone. */
const PASS_COOKIE = 'vitrine_link';

interface Asked {
  params: { token: string };
  request: FastifyRequest;
}
const keyOf = ({ params, request }: Asked): Key => ({ token: params.token, pass: request.cookies[PASS_COOKIE] });

/** For whoever has a link. By their address, since they are nobody else to us. */
const PAGES = { rateLimit: perMinute(600) };
const BYTES = { rateLimit: perMinute(6000) };

export async function sharedAlbumsRoutes(app: FastifyInstance, { shared, bytes, publicUrl }: SharedAlbumsRoutesDeps): Promise<void> {
  askEachTime(app);

  serve(app, endpoints.readSharedAlbum, async (call) => ({ result: await shared.read(keyOf(call)) }), PAGES);

  serve(
    app,
    endpoints.unlockSharedAlbum,
    async ({ params: { token }, body, request, reply }) => {
      const pass = await shared.unlock(token, body.password, request.ip);
      const isHttps = publicUrl.startsWith('https:');
      const path = `/api/shared/${encodeURIComponent(token)}`;
      if (pass) reply.setCookie(PASS_COOKIE, pass, { path, httpOnly: true, sameSite: 'strict', secure: isHttps, maxAge: PASS_MS / 1000 });
      return {};
    },
    { rateLimit: perMinute(120) },
  );

  serve(
    app,
    endpoints.countSharedVisit,
    async (call) => {
      await shared.visit(keyOf(call));
      return {};
    },
    { rateLimit: perMinute(60) },
  );

  serve(app, endpoints.readSharedLayout, async (call) => ({ result: await shared.layout(keyOf(call)) }), PAGES);

  serve(app, endpoints.listSharedMedia, async (call) => ({ result: await shared.list(keyOf(call), call.query) }), PAGES);

  serve(
    app,
    endpoints.readSharedRendition,
    async (call) => bytes.rendition({ ...asking(call), viewer: await shared.viewer(keyOf(call)) }, call.query),
    BYTES,
  );

  serve(
    app,
    endpoints.downloadSharedFile,
    async (call) => bytes.download({ ...asking(call), viewer: await shared.keeper(keyOf(call)) }, call.query.key),
    BYTES,
  );

  serve(
    app,
    endpoints.readSharedZip,
    async (call) => {
      const { name, body } = await shared.zip(keyOf(call));
      return call.reply.header('content-disposition', attachmentHeader(name)).type('application/zip').send(body);
    },
    { rateLimit: perMinute(30) },
  );

  serve(
    app,
    endpoints.readSharedStream,
    async (call) => bytes.stream({ ...asking(call), viewer: await shared.viewer(keyOf(call)) }, call.params.key),
    BYTES,
  );

  serve(
    app,
    endpoints.readSharedStreamPart,
    async (call) => bytes.streamPart({ ...asking(call), viewer: await shared.viewer(keyOf(call)) }, call.params),
    BYTES,
  );
}

const asking = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => ({ request, reply });

/** A browser may keep what it fetched and asks each time whether it still may show it: a revoked link shows no picture from a cache either. */
function askEachTime(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('cache-control')).startsWith('private')) reply.header('cache-control', 'private, no-cache');
  });
}
