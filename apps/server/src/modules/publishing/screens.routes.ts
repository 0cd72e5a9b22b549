import { envelope, manifest } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { screenOf } from '../../plugins/access-gate.ts';
import { emptyManifest } from './manifests.service.ts';
import { findManifest, findRevision, isFileOfScreen } from './manifests.store.ts';

export interface ScreenRoutesDeps {
  db: Database;
  /** Sends the bytes of a stored file, whole or as the request's Range asks. */
  sendFile: (request: FastifyRequest, reply: FastifyReply, sha256: string) => Promise<unknown>;
}

const tags = ['screens'];
const config = { access: 'screen' } as const;
const fileParams = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const screenRoutes: FastifyPluginAsyncZod<ScreenRoutesDeps> = async (app, { db, sendFile }) => {
  app.get(
    '/screens/manifest',
    { config, schema: { tags, response: { 200: envelope(manifest), 304: z.undefined() } } },
    async (request, reply) => {
      const { screenId } = screenOf(request);
      const found = await findManifest(db, screenId);
      const revision = found?.revision ?? (await findRevision(db, screenId));
      const etag = `"${revision}"`;
      reply.header('etag', etag).header('cache-control', 'no-store');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(undefined);
      // Stored as it leaves: no need to parse and print it for every screen.
      const body = found?.body ?? JSON.stringify(emptyManifest(revision));
      return reply
        .serializer(String)
        .type('application/json; charset=utf-8')
        .send(`{"error":false,"result":${body}}` as never);
    },
  );

  app.get('/screens/files/:sha256', { config, schema: { tags, params: fileParams } }, async (request, reply) => {
    const { sha256 } = request.params;
    if (!(await isFileOfScreen(db, screenOf(request).screenId, sha256))) throw new AppError('NOT_FOUND');
    return sendFile(request, reply, sha256);
  });
};
