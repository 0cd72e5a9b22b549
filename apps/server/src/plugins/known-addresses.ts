import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Why a request found no route: the address of the API takes other methods, which are named, or there is none. */
    refuseAddress(request: FastifyRequest, reply: FastifyReply): AppError;
  }
}

/** Remembers which addresses the API has, so that a wrong method is told from a wrong address. Registered before every route. */
export const knownAddresses = fp(async (app: FastifyInstance) => {
  const known: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith('/api/')) known.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  app.decorate('refuseAddress', (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.replace(/\?.*$/, '');
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods));
    if (methods.size === 0) return new AppError('NOT_FOUND', 'There is nothing at this address.');
    reply.header('allow', [...methods].toSorted().join(', '));
    return new AppError('METHOD_NOT_ALLOWED');
  });
});

/** What an address of the router stands for: `:name` for one part of a path, `*` for the rest of it. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}/?$`);
}
