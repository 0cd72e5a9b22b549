import { envelope, zipBody, zipTicket } from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import { attachmentHeader } from './media.send.ts';
import type { Zips } from './media.zip.ts';

const tags = ['media bytes'];
const params = z.object({ key: z.uuid() });
const querystring = z.object({ token: z.string().max(200).optional() });

/** Two steps: a browser's download carries no body, so what is wanted is said before. */
export const zipRoutes: FastifyPluginAsyncZod<{ zips: Zips }> = async (app, { zips }) => {
  app.post(
    '/uploads/zip',
    { config: { access: 'session' }, schema: { tags, body: zipBody, response: { 201: envelope(zipTicket) } } },
    async (request, reply) => {
      const { albumId, mediaIdArr } = request.body;
      const result = await zips.prepare(personOf(request), albumId, mediaIdArr);
      return reply.code(201).send({ error: false as const, result });
    },
  );

  app.get('/uploads/zip/:key', { config: { access: 'bytes' }, schema: { tags, params, querystring } }, async (request, reply) => {
    const { name, body } = await zips.open(personOf(request), request.params.key);
    reply
      .header('content-disposition', attachmentHeader(name))
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    return reply.type('application/zip').send(body);
  });
};
