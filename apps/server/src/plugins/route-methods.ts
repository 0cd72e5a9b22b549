import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns why a request found no route: the address does not exist, has a parameter that is too long, or accepts only the methods in `allow`. */
    createUnknownRouteError(request: FastifyRequest, reply: FastifyReply): AppError;
  }
}

/** Collects the addresses of the API, to distinguish a wrong method from a wrong address. Registered before every route. */
export const routeMethods = fp(async (app: FastifyInstance) => {
  const known: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith('/api/')) known.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  app.decorate('createUnknownRouteError', (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.replace(/\?.*$/, '');
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods));
    if (methods.size === 0) return new AppError('NOT_FOUND', 'Not found.');
    // The router matches no parameter beyond its limit.
    if (methods.has(request.method)) return new AppError('ADDRESS_TOO_LONG');
    reply.header('allow', [...methods].toSorted().join(', '));
    return new AppError('METHOD_NOT_ALLOWED');
  });
});

/** Converts a route to a pattern: `:name` is one part of a path, `*` the rest of it. */
function toPattern(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}/?$`);
}
