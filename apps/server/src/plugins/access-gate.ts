import '@fastify/cookie';
import type { Access } from '@vitrine/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Actor, Person, ScreenActor } from '../modules/access/index.ts';
import { AppError } from '../platform/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Open to somebody who has not accepted the privacy agreement yet. */
    beforeConsent?: boolean;
  }
  interface FastifyRequest {
    actor: Actor;
  }
}

export interface Resolvers {
  resolvePerson(token: string): Promise<Person | undefined>;
  /** By the media cookie. */
  resolveViewer(mediaToken: string): Promise<Person | undefined>;
  resolveScreen(deviceCode: string, secret: string): Promise<ScreenActor | undefined>;
}

export interface DeclaredRoute {
  method: string;
  url: string;
  access: Access;
}

export const MEDIA_COOKIE = 'vitrine_media';
/** All addresses with access `bytes` lie below these; the browser sends the cookie to no other. */
export const MEDIA_PATHS = ['/api/uploads', '/api/streams'] as const;

/** Lets a request through only as its route declares; a route that declares nothing stops the start. */
export const accessGate = fp(
  async (app: FastifyInstance, options: { resolvers: Resolvers; onDeclared?: (routes: DeclaredRoute[]) => void }) => {
    const routes: { method: string | string[]; url: string; config?: { access?: Access } }[] = [];
    app.addHook('onRoute', (route) => void routes.push(route));
    app.addHook('onReady', async () => {
      const declared = checkDeclared(routes);
      options.onDeclared?.(declared);
    });
    // Set by the hook below before any handler runs.
    app.decorateRequest('actor');
    app.addHook('onRequest', async (request) => {
      const { access = 'public', beforeConsent = false } = request.routeOptions.config;
      request.actor = await admit(request, access, options.resolvers);
      if (request.actor.kind === 'person' && !request.actor.hasConsented && !beforeConsent) throw new AppError('PRIVACY_REQUIRED');
    });
  },
);

function checkDeclared(routes: { method: string | string[]; url: string; config?: { access?: Access } }[]): DeclaredRoute[] {
  const undeclared = routes.filter((route) => !route.config?.access).map((route) => `${String(route.method)} ${route.url}`);
  if (undeclared.length > 0) throw new Error(`These routes do not declare who may call them:\n  ${undeclared.join('\n  ')}`);
  return routes.flatMap((route) =>
    [route.method].flat().map((method) => ({ method, url: route.url, access: route.config?.access ?? 'public' })),
  );
}

async function admit(request: FastifyRequest, access: Access, resolvers: Resolvers): Promise<Actor> {
  if (access === 'public') return { kind: 'anonymous' };
  if (access === 'screen') return admitScreen(request, resolvers);
  const token = bearer(request) ?? (access === 'bytes' ? tokenInQuery(request) : undefined);
  const person = token ? await resolvers.resolvePerson(token) : access === 'bytes' ? await admitViewer(request, resolvers) : undefined;
  if (!person) throw new AppError('UNAUTHENTICATED');
  if (access === 'administrator') assertAdministrator(person, request.method);
  return person;
}

/** Support sees what administrators see, and changes nothing of it. To everybody else there is nothing. */
function assertAdministrator({ role }: Person, method: string): void {
  const isReading = method === 'GET' || method === 'HEAD';
  if (role !== 'admin' && !(role === 'support' && isReading)) throw new AppError('NOT_FOUND');
}

async function admitScreen(request: FastifyRequest, resolvers: Resolvers): Promise<Actor> {
  const [code, secret] = (request.headers.authorization ?? '').replace(/^Screen /, '').split(':');
  const screen = code && secret ? await resolvers.resolveScreen(code, secret) : undefined;
  if (!screen) throw new AppError('SCREEN_UNKNOWN');
  return screen;
}

function bearer(request: FastifyRequest): string | undefined {
  return request.headers.authorization?.replace(/^Bearer /, '') || undefined;
}

function tokenInQuery(request: FastifyRequest): string | undefined {
  const { token } = request.query as { token?: unknown };
  return typeof token === 'string' ? token : undefined;
}

async function admitViewer(request: FastifyRequest, resolvers: Resolvers): Promise<Person | undefined> {
  const cookie = request.cookies[MEDIA_COOKIE];
  return cookie === undefined ? undefined : resolvers.resolveViewer(cookie);
}

/** The signed-in person of a route with access `session`, `bytes` or `administrator`. */
export function personOf(request: FastifyRequest): Person {
  if (request.actor.kind !== 'person') throw new AppError('UNAUTHENTICATED');
  return request.actor;
}

export function screenOf(request: FastifyRequest): ScreenActor {
  if (request.actor.kind !== 'screen') throw new AppError('SCREEN_UNKNOWN');
  return request.actor;
}
