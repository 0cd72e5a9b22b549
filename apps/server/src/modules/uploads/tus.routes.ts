import type { Endpoint } from '@vitrine/contract/endpoint';
import { cancelTusUpload, continueTusUpload, createTusUpload, readTusUpload } from '@vitrine/contract/tus.endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { getPerson } from '../../plugins/access-gate.ts';
import { createRunInTurn, type RunInTurn } from '../../plugins/account-gates.ts';
import { listErrors } from '../../plugins/operation-errors.ts';
import type { TusServer } from './tus-server.ts';

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
    // Creating an upload is a short call that has its turn as a whole. Sending bytes is not, so only its database work waits.
    const isShort = request.method === 'POST' && request.headers['content-length'] === '0';
    const runInTurn = createRunInTurn(request);
    const handle = (inner: RunInTurn) => tus.handle({ actor, runInTurn: inner }, request.raw, reply.raw);
    await (isShort ? runInTurn(() => handle((work) => work())) : handle(runInTurn));
  };
  for (const endpoint of [createTusUpload, readTusUpload, continueTusUpload, cancelTusUpload])
    app.route({ ...describe(endpoint), handler });
  app.route({ method: 'OPTIONS', url: createTusUpload.path, config: { access: 'session' }, schema: { hide: true }, handler });
}

/** The documentation leaves out HEAD routes unless they are exposed, because the server adds one to each GET route. */
const describe = ({ method, path, access, tag, ...endpoint }: Endpoint) => ({
  method,
  url: path,
  config: {
    access,
    errors: listErrors({ method, path, access, tag, ...endpoint }, { isRateLimited: false }),
    swagger: { exposeHeadRoute: true },
  },
  schema: { tags: [tag] },
});
