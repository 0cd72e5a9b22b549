import { TUS_PATH } from '@vitrine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { getPerson } from '../../plugins/access-gate.ts';
import type { TusServer } from './tus-server.ts';

const path = TUS_PATH.replace(/^\/api/, '');
const config = { access: 'session' } as const;
// The responses of the tus protocol are not part of our API description.
const schema = { tags: ['media'], hide: true } as const;

/** Hands resumable uploads to the tus server, which reads and answers the raw request. */
export async function tusRoutes(app: FastifyInstance, { tus }: { tus: TusServer }): Promise<void> {
  app.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null));

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = getPerson(request);
    // Parts that become one upload would be promised room twice; the server's own list of extensions does not name them either.
    if (request.headers['upload-concat'] !== undefined)
      throw new AppError('BODY_INVALID', 'Concatenated uploads aren’t supported. Remove Upload-Concat.');
    reply.hijack();
    reply.raw.setHeader('x-request-id', request.id);
    reply.raw.setHeader('x-content-type-options', 'nosniff');
    reply.raw.setHeader('cache-control', 'no-store');
    const handle = () => tus.handle(actor, request.raw, reply.raw);
    // Creating an upload is a short call; sending its bytes is not.
    await (request.method === 'POST' && request.headers['content-length'] === '0' ? app.runForAccount(actor.userId, handle) : handle());
  };
  app.route({ method: ['POST', 'OPTIONS'], url: path, config, schema, handler });
  app.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${path}/:id`, config, schema, handler });
}
