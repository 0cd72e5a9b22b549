import * as addresses from '@vitrine/contract/server-move.addresses';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const PATHS = new Set([addresses.proveScreenKnown, addresses.createHandover].map(({ path }) => `/api${path}`));
const DAY_S = '86400';

/**
 * Lets pages of other origins call what a screen needs before it moves to this server. Neither endpoint reads cookies: one answers only to a screen that proves
 * its secret, and the other requires the secret itself.
 */
export const screenMoveOrigins = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    if (!PATHS.has(request.url)) return;
    reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS') return;
    reply.headers({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': DAY_S,
    });
    return reply.code(204).send();
  });
});
