import { TUS_PATH } from '@vitrine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { personOf } from '../../plugins/access-gate.ts';
import type { Tus } from './tus.ts';

const path = TUS_PATH.replace(/^\/api/, '');
const config = { access: 'session' } as const;
// What the tus protocol answers is not ours to describe.
const schema = { tags: ['media'], hide: true } as const;

/** Hands resumable uploads to the tus server, which reads and answers the raw request. */
export async function tusRoutes(app: FastifyInstance, { tus }: { tus: Tus }): Promise<void> {
  app.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null));

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = personOf(request);
    reply.hijack();
    reply.raw.setHeader('x-request-id', request.id);
    reply.raw.setHeader('x-content-type-options', 'nosniff');
    reply.raw.setHeader('cache-control', 'no-store');
    await tus.handle(actor, request.raw, reply.raw);
  };
  app.route({ method: ['POST', 'OPTIONS'], url: path, config, schema, handler });
  app.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${path}/:id`, config, schema, handler });
}
