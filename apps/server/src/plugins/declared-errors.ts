import type { ErrorCode } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
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

/** Reports error codes that a route answers with and does not declare. Tests turn it on; in production it would only cost time. */
export const declaredErrors = fp(async (app: FastifyInstance, { onUndeclared }: { onUndeclared: (error: UndeclaredError) => void }) => {
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const { errors } = routeOptions.config;
    if (!errors || reply.statusCode < 400 || typeof payload !== 'string' || !payload.startsWith('{"error":true')) return;
    const { code } = JSON.parse(payload) as { code: ErrorCode };
    if (!errors.includes(code)) onUndeclared({ route: `${method} ${routeOptions.url}`, code });
  });
});
