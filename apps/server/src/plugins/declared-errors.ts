import type { ErrorCode } from '@vitrine/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Codes that the route can answer with, general ones included. */
    errors?: readonly ErrorCode[];
  }
}

export interface UndeclaredError {
  route: string;
  code: string;
}

/**
 * Reports error codes that a route answers with and does not declare. Tests turn it on; in production it would only cost time. It is registered after
 * the screen's origin, which answers NOT_FOUND for whole areas of the API: to its clients these addresses do not exist.
 */
export const declaredErrors = fp(async (app: FastifyInstance, { onUndeclared }: { onUndeclared: (error: UndeclaredError) => void }) => {
  const served = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', async (request) => void served.add(request));
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, routeOptions } = request;
    const { errors } = routeOptions.config;
    if (!errors || !served.has(request) || reply.statusCode < 400 || typeof payload !== 'string' || !payload.startsWith('{"error":true'))
      return;
    const { code } = JSON.parse(payload) as { code: ErrorCode };
    if (!errors.includes(code)) onUndeclared({ route: `${method} ${routeOptions.url}`, code });
  });
});
