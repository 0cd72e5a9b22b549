import { envelope, manifest } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { screenOf } from '../../plugins/access-gate.ts';
import { isFileOfScreen } from './manifests.read-model.ts';
import type { ManifestsService } from './manifests.service.ts';

export interface ScreenRoutesDeps {
  db: Database;
  manifests: ManifestsService;
  /** Sends the bytes of a stored file, whole or as the request's Range asks. */
  sendFile: (request: FastifyRequest, reply: FastifyReply, sha256: string) => Promise<unknown>;
}

const tags = ['screens'];
const config = { access: 'screen' } as const;
const fileParams = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** The revision that a screen has by its ETag; null for anything else. */
const revisionOf = (etag: string | undefined): number | null => {
  const digits = /^"(\d{1,9})"$/.exec(etag ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
};

export const screenRoutes: FastifyPluginAsyncZod<ScreenRoutesDeps> = async (app, { db, manifests, sendFile }) => {
  app.get(
    '/screens/manifest',
    { config, schema: { tags, response: { 200: envelope(manifest), 304: z.undefined() } } },
    async (request, reply) => {
      const { screenId } = screenOf(request);
      const { revision, body } = await manifests.find(screenId, revisionOf(request.headers['if-none-match']));
      reply.header('etag', `"${revision}"`).header('cache-control', 'no-store');
      if (body === null) return reply.code(304).send(undefined);
      // Printed already: not to be parsed and printed again for every screen.
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
