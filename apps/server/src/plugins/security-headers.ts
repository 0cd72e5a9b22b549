import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** No `upgrade-insecure-requests` and no HSTS: a laptop serves its LAN over plain http. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
  "connect-src 'self' ws: wss:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
].join('; ');

export const securityHeaders = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    reply.header('x-request-id', request.id);
    // The reader of the API's documentation styles itself and runs its own inline start.
    const isDocs = request.url.startsWith('/api/docs');
    if (!reply.hasHeader('content-security-policy')) {
      reply.header(
        'content-security-policy',
        isDocs ? contentSecurityPolicy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'") : contentSecurityPolicy,
      );
    }
  });
});
